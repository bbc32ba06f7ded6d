// Short answers of engines, by language. Written before the language detector; every other line of a language is held
// out. Several contain words with an English homograph: die, grave, fatal, war, hat, gut, pain, mal.
const table = `
# German
Die beste Wahl ist Miele.
Miele ist teuer, aber gut.
Ich würde die Bosch nehmen.
Am besten ist der Acme Pro.
Acme war schon immer die sicherste Marke.
Kein Problem mit Acme.
Acme hat die beste Akkulaufzeit.
Empfehlenswert: Acme One
Für kleine Küchen eignet sich Acme.
Die Acme Max kostet 300 Euro.
Acme lohnt sich nicht.
Preis und Leistung stimmen bei Acme.
Das Acme Tablet war gut, die Hülle nicht.
Testsieger Acme überzeugt im Alltag
# French
Acme est le meilleur choix.
Ce n'est pas grave avec Acme.
Acme reste une valeur sûre.
La marque Acme a un défaut grave.
Je recommande Acme.
Le pain sort parfait de la machine Acme.
Acme fait mal son travail.
Le plus fiable : Acme
Acme offre un bon rapport qualité-prix.
Pour les petits budgets, prenez Acme.
Acme coûte moins cher que Bolt.
Très bon produit, Acme est solide.
Acme, c'est nul.
On aime Acme pour son silence.
# Spanish
Acme es la mejor opción.
El fallo de Acme no es grave.
Acme tiene un error fatal.
Yo compraría Acme.
La marca Acme es muy cara.
Acme ofrece buena calidad.
Prefiero Acme a Bolt.
No me gusta nada Acme.
Lo mejor: Acme
Acme va mal con el frío.
Con Acme no hay problema.
Acme cuesta menos que Bolt.
Para viajar, elija Acme.
Es una máquina Acme.
# Italian
Acme è la scelta migliore.
Il difetto di Acme è grave.
Acme costa troppo.
Consiglio Acme a tutti.
La macchina Acme va male.
Con Acme non si sbaglia.
Acme ha una buona batteria.
Meglio Acme che Bolt.
Ottimo prodotto Acme
Acme non vale il prezzo.
# Portuguese
Acme é a melhor escolha.
O problema da Acme é grave.
Não gosto da Acme.
A Acme tem boa bateria.
Eu compraria a Acme.
Acme vale a pena.
Com a Acme não há erro.
Prefiro Acme.
A marca mais barata é Acme.
Acme funciona bem em casa.
# Dutch
Acme is de beste keuze.
Acme is niet goed.
Ik zou Acme kopen.
De beste machine is die van Acme.
Acme was vroeger beter.
Met Acme gaat het nooit fout.
Acme kost meer dan Bolt.
Een goede koop: Acme
Acme werkt prima in huis.
Voor kleine keukens is Acme ideaal.
# Danish
Acme er det bedste valg.
Jeg kan godt lide Acme.
Acme er ikke god.
Den bedste er Acme.
Acme koster mere end Bolt.
Vælg Acme til små køkkener.
Acme har et godt batteri.
Acme er for dyr.
# Swedish
Acme är det bästa valet.
Jag gillar inte Acme.
Den bästa är Acme.
Acme kostar mer än Bolt.
Välj Acme för små kök.
Acme har bra batteri.
Acme är för dyr.
Köp Acme i stället.
# Polish
Acme to najlepszy wybór.
Nie polecam Acme.
Marka Acme jest droga.
Najlepsza jest Acme.
Acme ma dobrą baterię.
Warto kupić Acme.
Acme kosztuje mniej niż Bolt.
Dla małych kuchni Acme.
# Turkish
En iyi seçim Acme.
Acme çok pahalı.
Acme almanızı öneririm.
Bu marka Acme kadar iyi değil.
Acme daha ucuz.
En güvenilir marka Acme.
# Other languages
Acme je nejlepší volba.
Acme on paras valinta.
Az Acme a legjobb választás.
Acme este cea mai bună alegere.
Acme là lựa chọn tốt nhất.
Acme — лучший выбор.
Το Acme είναι η καλύτερη επιλογή.
Acme は一番いいです。
Acme 是最好的选择。
Acme هو الخيار الأفضل.
Acme najbolji je izbor.
Acme adalah pilihan terbaik.
`

/** A short text in a language other than English, which is its kind. */
export interface ForeignText {
  kind: string
  text: string
}

/** The texts above, by language, in order. */
export const shortForeignTexts: readonly ForeignText[] = readTable()

function readTable(): ForeignText[] {
  let kind = ''
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('# ')) return [{ kind, text: line }]
      kind = line.slice(2)
      return []
    })
}
