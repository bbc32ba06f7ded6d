/**
 * Words that distinguish languages. Our own lists: for English the function words and the most common words
 * of answers about products, for other languages the function words and a few that are frequent in reviews.
 * Words that exist in English too ("die", "war", "in", "an", "no") are in neither.
 */
export const englishWords = `
the and of to with for is are that this it as you your from at be have which its an was were has had been not but if
can more than they their these those or by on when what while will would should could there here into about only also
i we my our us he she his her some most many any other because so very just really how who where why do does did
don't doesn't didn't isn't aren't wasn't can't won't it's i'm i've you're you'll that's there's we've they're
after before between over under without within through against during until than then each every both
best good better great top worst bad perfect ideal solid decent nice popular reliable affordable expensive
cheap cheaper easy hard fast slow quiet comfortable durable lightweight choice choices pick option options
brand brands price prices value quality budget features feature battery sound screen design performance works work
makes made make offers offer comes come costs cost lasts last looks feels feel gets get got gives keeps needs need
buy use used using users customers reviewers people love loved like recommend recommended recommends prefer avoid
years year months days hours new old small large high low long short light strong weak pros cons overall everyday
beginners travel home kitchen money worth free warranty issues issue problem problems
known considered rated ranked leading trusted stands makes offering providing shares stock stocks says falls rises
gains drops buys sells hits ends up down off out
`

/** By language, the most common first. */
export const foreignWords: Readonly<Record<string, string>> = {
  German: `der das und ist für mit nicht ein eine einen einem einer eines dem auf sich auch im zu zum zur von vom
    bei wird wurde werden kann können sind haben habe ich du wir ihr sie er es mein meine dein ihre ihren sein
    seine aber oder wenn weil dass wie noch nur schon sehr mehr als nach aus über unter vor durch ohne gegen kein
    keine keinen besser beste besten bester bestes wahl gute guter gutes guten teuer günstig günstiger preis
    qualität kaufen nehmen empfehle empfehlen empfehlenswert lohnt kostet immer nie zwar doch dieser diese dieses
    diesem jedoch damit dafür alle alles viele etwas leider hier dort wo warum würde wäre bis nichts gegenüber
    eignet überzeugt bietet leicht schlecht schlechter zuverlässig sicher zwischen sowie`,
  Dutch: `het een niet voor zijn ook de en dat deze dit wordt worden kan kunnen zou heeft hebben maar wel naar bij
    uit nog meer beter beste goede goed keuze duur goedkoop koop kopen wij ik jij je hij zij mijn ons onze geen als
    dan om te aan er veel alleen altijd nooit zeer erg tussen tegen zonder maken prijs kwaliteit kost waarom`,
  French: `c'est n'est le la les des du et est une un avec dans sur qui que pas au aux ce cette ces cet il elle ils elles nous
    vous je tu mon ma mes votre vos leur leurs sont été être fait ont avait mais ou où donc ni ne moins très bien
    bon bonne bons bonnes meilleur meilleure meilleurs mieux choix prix cher chère qualité comme si aussi même sans
    sous entre chez par c'est n'est qu'il d'un d'une l'un s'il j'ai jusqu'à tout tous toute toutes peu trop achat
    acheter recommande faible fiable coûte offre prenez aime nul rien jamais toujours reste marque`,
  Spanish: `el los las una unos unas por para del que es son está están ser su sus mis tu yo él ella nosotros muy
    más menos pero como cuando donde porque también ya hay tiene tienen hace esta este esto ese esa eso lo le les
    al mejor mejores peor bueno buena buenos buen mala malo caro cara barato barata precio calidad opción marca
    comprar compraría prefiero recomiendo gusta nada siempre nunca todo todos cuesta ofrece elija desde hasta entre
    sobre según aunque si`,
  Italian: `il lo gli della delle dei degli dello nel nella nei nelle sul sulla che è sono più meno molto una uno
    un di da ma anche quando dove perché questo questa questi queste suo sua suoi mio mia ha hanno migliore
    migliori meglio peggio buona buono ottimo ottima prezzo qualità scelta costa consiglio marca tutti sempre mai
    ogni tra fra si ci vale troppo al alla alle allo dal dalla`,
  Portuguese: `um uma uns umas não os dos das da na nas ao à às é são está sem por para que mais menos muito muita
    mas como quando onde porque também já tem têm este esta isso isto ele ela eu meu minha seu sua melhor melhores
    pior bom boa bons preço qualidade escolha opção marca comprar compraria recomendo gosto prefiro vale sempre
    nunca nada tudo custa barata barato caro cara pela pelo entre sobre até há`,
  Danish: `og er det ikke på af til jeg du vi de som med har kan skal vil være var blev bliver en et eller hvis når
    fordi meget mindre bedre bedst bedste godt gode dårlig valg vælg dyr billig pris kvalitet køb købe anbefaler
    koster lide altid aldrig også kun efter uden hos mellem fra ved om sig jo nok`,
  Swedish: `och att det som på av är inte med för jag du vi de om har kan ska vara var blev en ett eller när mycket
    mer mindre bättre bäst bästa dålig val valet välj dyr billig pris kvalitet köp köpa rekommenderar kostar gillar
    alltid aldrig också bara efter utan hos mellan från vid sig`,
  Norwegian: `ikke jeg også etter noe noen mye beste valget hvor hva dette disse`,
  Polish: `jest nie na się oraz że jak lub dla od po za przez przy jako który która które są był była być może
    można tylko bardzo bardziej mniej więcej lepszy lepsza lepsze najlepszy najlepsza najlepsze dobry dobra dobrą
    dobre zły drogi droga drogie tani cena jakość wybór marka kupić polecam warto kosztuje ma niż tak już czy co
    gdy także ta te tego`,
  Turkish: `ve bir bu için ile çok daha en iyi kadar gibi ama veya değil var yok olan olarak da de ki ne mı ben sen
    biz siz seçim marka fiyat kalite ucuz pahalı öneririm almanızı güvenilir her hiç sonra göre`,
  Czech: `je se na že jsou není nebo jako který která nejlepší volba dobrý cena velmi také`,
  Finnish: `ja ei se että mutta kun kuin ovat oli paras hyvä valinta hinta myös erittäin`,
  Hungarian: `az egy és nem hogy vagy legjobb választás jó ár nagyon csak`,
  Romanian: `este și nu cu pentru mai cea cel sunt care bună alegere preț foarte`,
  Croatian: `je su na za ne kao ali ili najbolji izbor dobar cijena vrlo`,
  Indonesian: `yang dan adalah untuk dengan tidak ini itu terbaik pilihan harga baik sangat lebih`,
  Vietnamese: `là và của không có cho với tốt nhất lựa chọn này`,
}

/** English words with letters of other languages. */
export const borrowedWords = `café cafés décor crème brûlée purée purées sauté sautéed sautéing naïve résumé déjà façade
cliché clichés fiancé protégé jalapeño jalapeños entrée entrées soufflé soufflés flambé über piña rosé pâté crêpe
crêpes matcha açaí élite première papier-mâché touché`
