import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inForm } from '../../../testing/forms.ts'
import { allEndings, stemsOf } from './inflection.ts'
import { compileMentionFinder } from './mention-finder.ts'
import { languageOf } from './text-language.ts'

function found(names: string | string[], text: string): string[] {
  const find = compileMentionFinder(
    [names].flat().map((name, entity) => ({ entity, names: [name], domain: null, caseSensitive: false })),
  )
  return find(text).map(({ start, end }) => text.slice(start, end))
}

describe('inflected names', () => {
  // [name, text, forms in it]
  it.each([
    // Czech
    ['Alza', 'Nakoupíte na Alze, u Alzy i s Alzou, ale Alzu je třeba znát.', 'Alze Alzy Alzou Alzu'],
    ['Kaufland', 'Jsou to slevy v Kauflandu a před Kauflandem.', 'Kauflandu Kauflandem'],
    ['Toyota', 'Oproti Toyotě je to málo, Toyoty jsou dražší.', 'Toyotě Toyoty'],
    ['Nokia', 'Telefony od Nokie se Nokii povedly.', 'Nokie Nokii'],
    ['Pilulka', 'Léky jsou také v Pilulce.', 'Pilulce'],
    ['mBank', 'Účet je v mBanku a při mBankem', 'mBanku mBankem'],
    ['Tesco', 'Slevy jsou také v Tescu a z Tesca.', 'Tescu Tesca'],
    ['Google', 'To je od Googlu.', 'Googlu'],
    ['Orlík', 'V Orlíku je to levnější.', 'Orlíku'],
    ['Tuli', 'U Tulija je ceneje.', 'Tulija'],
    ['Pražská tržnice', 'Je to v Pražské tržnici.', 'Pražské tržnici'],
    // Slovak
    ['Lidl', 'Nakupujú v Lidli a pred Lidlom, aj keď sú ďalej.', 'Lidli Lidlom'],
    // Polish
    ['Biedronka', 'Taniej jest w Biedronce niż obok Biedronki, a Biedronkę lubię.', 'Biedronce Biedronki Biedronkę'],
    ['Lidl', 'Idę do Lidla, w Lidlu jest taniej, przed Lidlem nie.', 'Lidla Lidlu Lidlem'],
    ['Rossmann', 'To jest w Rossmannie.', 'Rossmannie'],
    ['Sephora', 'To jest w Sephorze.', 'Sephorze'],
    ['Media Markt', 'To jest w Media Markcie, z Media Marktu.', 'Media Markcie|Media Marktu'],
    ['Kaufland', 'To jest w Kauflandzie.', 'Kauflandzie'],
    ['IKEA', 'To jest w Ikei, nie w IKEI.', 'Ikei IKEI'],
    ['Tyskie', 'Kupił zgrzewkę Tyskiego w sklepie.', 'Tyskiego'],
    ['Sokołów', 'Parówki od Wawla i z Sokołowa.', 'Sokołowa'],
    ['Gazeta Prawna', 'Link do Gazety Prawnej jest w Gazecie Prawnej.', 'Gazety Prawnej|Gazecie Prawnej'],
    // Slovene
    ['Merkur', 'Vrtalnik sem našel v Merkurju.', 'Merkurju'],
    ['Kompas', 'Kompasova potovanja prodajajo tudi v Kompasu.', 'Kompasova Kompasu'],
    ['Pošta Slovenije', 'Paket pošljete s Pošto Slovenije.', 'Pošto Slovenije'],
    // Croatian and Serbian
    ['Kraš', 'Čokolada od Kraša je bolja nego druge.', 'Kraša'],
    ['Hrvatska pošta', 'Paket šaljemo Hrvatskom poštom.', 'Hrvatskom poštom'],
    ['Jadranac', 'Ribu iz Jadranca imaju samo ovdje.', 'Jadranca'],
    ['Нектар', 'Сокови Нектара немају шећера, као ни они у Нектару.', 'Нектара Нектару'],
    ['Народна банка', 'Курс објављује сајт Народне банке.', 'Народне банке'],
    ['Konzum', 'To je u Konzumu ili ispred Konzuma, koji se nalazi za njim.', 'Konzumu Konzuma'],
    // Latvian
    ['Spilva', 'Kečups no Spilvas garšo bērniem, jo Spilvā ir tomāti.', 'Spilvas Spilvā'],
    ['Zelta zirnis', 'Uzkodas pirku Zelta zirnī, ar Zelta zirni nav problēmu.', 'Zelta zirnī|Zelta zirni'],
    ['Narvesen', 'Kafiju nopirku Narvesenā.', 'Narvesenā'],
    // Lithuanian and Estonian
    ['Žalgiris', 'Bilietai į Žalgirio rungtynes, o Žalgirį mato visi.', 'Žalgirio Žalgirį'],
    ['Utenos alus', 'Taurė Utenos alaus kainuoja keturis eurus.', 'Utenos alaus'],
    ['Vilkyškių pieninė', 'Sūrį gamina Vilkyškių pieninėje.', 'Vilkyškių pieninėje'],
    ['Maxima', 'Tai yra Maximoje ir iš Maximos.', 'Maximoje Maximos'],
    ['Selver', 'See on Selveris või Selverist, aga kõige odavam Selveri pood.', 'Selveris Selverist Selveri'],
    ['Prisma', 'Prismas ja Prismast, aga ei ka Prismaga.', 'Prismas Prismast Prismaga'],
    // Finnish
    ['Lidl', 'Halvin on Lidlissä, ja Lidlin hinta on myös Lidliä alempi.', 'Lidlissä Lidlin Lidliä'],
    ['Nokia', 'Moni on vaihtanut Nokiasta ja Nokiaan myös Nokian.', 'Nokiasta Nokiaan Nokian'],
    ['Gigantti', 'Gigantista ja Gigantissa, mutta ei Giganttia.', 'Gigantista Gigantissa Giganttia'],
    ['Pegasus', 'Lento on Pegasuksen, ja Pegasuksella lensi myös joka toinen.', 'Pegasuksen Pegasuksella'],
    ['Kirjakauppa', 'Tilasin sen Kirjakaupasta.', 'Kirjakaupasta'],
    ['Karjalainen', 'Siitä kerrottiin Karjalaisessa.', 'Karjalaisessa'],
    ['Maaseutulehti', 'Maaseutulehden mukaan hinta on nousussa.', 'Maaseutulehden'],
    // Hungarian
    ['OTP Bank', 'A hitel az OTP Banknál olcsóbb, és az OTP Bankban is.', 'OTP Banknál|OTP Bankban'],
    ['Erste', 'Az Erstében és az Erstétől is.', 'Erstében Erstétől'],
    ['Alza', 'Az Alzánál és az Alzát is.', 'Alzánál Alzát'],
    ['Wizz Air', 'A Wizz Airrel az út olcsó, és nem drága.', 'Wizz Airrel'],
    // Romanian
    ['Dacia', 'Prețul Daciei este mai mic.', 'Daciei'],
    ['Lidl', 'Oferta Lidlului este la Lidlul din oraș și nu aici.', 'Lidlului Lidlul'],
    ['Cotidianul', 'Potrivit Cotidianului, taxele scad.', 'Cotidianului'],
    ['Banca Română', 'Cursul Băncii Române este neschimbat.', 'Băncii Române'],
    // Turkish
    ['Trendyol', 'Bu ürün Trendyolda ve Trendyoldan çok ucuz.', 'Trendyolda Trendyoldan'],
    ['Teknosa', 'Bu fiyat Teknosanın ve Teknosada var.', 'Teknosanın Teknosada'],
    // Greek
    ['Κωτσόβολος', 'Τα μαγαζιά του Κωτσόβολου και τον Κωτσοβόλο.', 'Κωτσόβολου Κωτσοβόλο'],
    ['Σκλαβενίτης', 'Οι τιμές του Σκλαβενίτη είναι καλές.', 'Σκλαβενίτη'],
    ['Εθνική Τράπεζα', 'Το δάνειο της Εθνικής Τράπεζας και την Εθνική Τράπεζα.', 'Εθνικής Τράπεζας|Εθνική Τράπεζα'],
    // Russian and Ukrainian
    ['Сбербанк', 'Ипотека в Сбербанке лучше, чем у Сбербанка.', 'Сбербанке Сбербанка'],
    ['Яндекс', 'Поиск Яндекса, с Яндексом не так.', 'Яндекса Яндексом'],
    ['Пятёрочка', 'Мы были в Пятерочке и у Пятёрочки, но не за Пятёрочкой.', 'Пятерочке Пятёрочки Пятёрочкой'],
    ['Почта России', 'Это от Почты России, не с Почтой России.', 'Почты России|Почтой России'],
    ['Московская биржа', 'На Московской бирже и с Московскую биржу.', 'Московской бирже|Московскую биржу'],
    ['Нова пошта', 'Це у Новій пошті або з Новою поштою, від Нової пошти.', 'Новій пошті|Новою поштою|Нової пошти'],
    ['Розетка', 'Ціни в Розетці та на Розетку.', 'Розетці Розетку'],
    // Several words
    [
      'Česká spořitelna',
      'Je to u České spořitelny i v České spořitelně a s Českou spořitelnou.',
      'České spořitelny|České spořitelně|Českou spořitelnou',
    ],
    ['Komerční banka', 'Je to u Komerční banky a v Komerční bance.', 'Komerční banky|Komerční bance'],
    ['Deutsche Bahn', 'Mit der Deutschen Bahn und als Deutsche Bahn.', 'Deutschen Bahn|Deutsche Bahn'],
    ['Bayerischer Rundfunk', 'Die Reporter des Bayerischen Rundfunks fragten nach.', 'Bayerischen Rundfunk'],
    ['Melitta', 'Melittas Filter passen überall.', 'Melitta'],
    ['Essent', 'Essents tarieven dalen licht.', 'Essent'],
    // Other scripts
    ['ज़ी टीवी', 'जी टीवी पर खबर देखें।', 'जी टीवी'],
    ['जेनिथ', 'ज़ेनिथ की घड़ी।', 'ज़ेनिथ'],
    ['पतंजलि', 'पतञ्जलि और पतन्जलि का शहद।', 'पतञ्जलि पतन्जलि'],
    ['इन्फोसिस', 'इंफोसिस ने भर्ती की।', 'इंफोसिस'],
    ['Swiggy', 'Swiggyपर ऑर्डर करें।', 'Swiggy'],
    ['Deutsches Rotes Kreuz', 'Das ist nicht vom Deutschen Roten Kreuz.', 'Deutschen Roten Kreuz'],
  ])('finds %j in %j', (name, text, forms) => {
    expect(found(name, text)).toEqual(forms.includes('|') || name.includes(' ') ? forms.split('|') : forms.split(' '))
  })

  it('finds long Korean and Hindi names that are written apart', () => {
    expect(found('쿠팡이츠', '쿠팡 이츠로 주문했다.')).toEqual(['쿠팡 이츠'])
    expect(found('SK텔레콤', 'SK 텔레콤의 요금제가 올랐다.')).toEqual(['SK 텔레콤'])
    expect(found('फ्लिपकार्ट', 'फ्लिप कार्ट पर सेल।')).toEqual(['फ्लिप कार्ट'])
  })

  it('finds decomposed and uppercase forms', () => {
    expect(found('Toyota', 'Oproti Toyotě je to málo.'.normalize('NFD'))).toEqual(['Toyotě'.normalize('NFD')])
    expect(found('Biedronka', 'TANIEJ JEST W BIEDRONCE NIŻ')).toEqual(['BIEDRONCE'])
  })
})

describe('other words', () => {
  it.each([
    // Another name, or a word that only starts like the name.
    ['Orlen', 'Město Orleans je ve Francii, a také Orleansu se to líbí.'],
    ['Alza', 'Je to Alzas nebo Alzheimer, Alzák a Alzácko.'],
    ['Nova', 'Je to nova, novou, nové a s novou linkou.'.replace('nova, ', '')],
    ['Nova', 'Novou pračku je možné koupit.'],
    ['Nova', '- Nové\n- Novou\n- Je to také se slevou'],
    ['Plus', 'Plusy i minusy to nie wszystko. Plusem jest cena.'],
    ['Lidl', 'Jsou to Lidla, Lidlová a Lidlovský.'],
    ['Kia', 'Jsou to Kie a Kii, také se Kiou.'],
    ['Prima', 'Je to prima, primu se nedivím, primy jsou.'.replace('prima, ', '')],
    ['Bank', 'Je to Banka, také Bankovní.'],
    ['Nokia', 'Se on Nokialainen ja Nokiamme.'],
    ['Lidl', 'Az Lidlnyi és lidlban nem.'],
    ['Озон', 'Озоном и озоном не надо, это озона.'],
    ['Tesla', 'Je to teslu, tesly a Teslův.'],
    ['Deutsche Bahn', 'Mit der deutschen Bahn und den Deutschen Bahnen.'],
    ['Home Depot', 'Die Homer Depots und der Homen Depote'],
    ['Merkur', 'V merkurju se ne vidi, to je zelo slabo.'],
    ['Marta', 'Martina i Marko su bili u kupovini.'],
    ['Dacia', 'Dacii au construit cetăți.'],
    ['Spilva', 'Spilvens ir balts, un Spilventiņš arī.'],
    ['Žalgiris', 'Žalgiriečiai yra geri.'],
    ['Jumbo', 'Jumbojets vliegen steeds minder.'],
    ['Target', 'Targets for the year'],
    ['आज तक', 'आज तकनीक की बात है।'],
    ['आजतक', 'आज तक ऐसा नहीं हुआ।'],
    ['फ़ोनपे', 'वह फ़ोन पे है।'],
    ['쿠팡이츠', '쿠팡 이츠카는 다르다.'],
    ['신라면', '신라 면에서 보면.'],
    // No known language.
    ['Alza', 'Alze Alzy, Alzou'],
  ])('are not matched: %j in %j', (name, text) => {
    expect(found(name, text)).toEqual([])
  })

  it('match the entity whose name they are', () => {
    expect(found(['Nokia', 'Nokian'], 'Moni on vaihtanut Nokian, ja Nokiasta.')).toEqual(['Nokian', 'Nokiasta'])
  })
})

describe('languages that do not inflect names', () => {
  const carriers = {
    en: 'The best of these is %, and it is not for you.',
    fr: 'Le meilleur est % pour vous et nous.',
    es: 'El mejor es % para los que no son.',
    it: 'Il migliore è % per gli altri, anche più che mai.',
    pt: 'O melhor é % para você também, não os mais.',
    nl: 'De beste is % voor het gezin, ook niet met een.',
    de: 'Der beste ist % für die Familie und nicht mit.',
    da: 'Det er % som ikke har en til og også.',
    sv: 'Det är % som inte har och på ett.',
    vi: 'Tốt nhất là % của những người không có.',
  } as const

  it('match only names as given, with any ending', () => {
    const names = ['Alza', 'Lidl', 'Biedronka', 'Samsung', 'Nokia', 'Media Markt', 'Česká spořitelna', 'Erste', 'Tesco']
    const forms = names.flatMap((name) =>
      stemsOf(name).flatMap(({ text }) => [...allEndings].map((ending) => ({ name, form: text + ending }))),
    )
    const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
    // Some languages have a genitive s.
    const other = forms.filter(({ name, form }) => ![plain(name), `${plain(name)}s`].includes(plain(form)))
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.entries(carriers)),
        fc.constantFrom(...other),
        ([language, carrier], { name, form }) => {
          const text = carrier.replace('%', form)
          expect(languageOf(text)).toBe(language)
          expect(found(name, text)).toEqual([])
          expect(found(name, carrier.replace('%', name))).toEqual([name])
        },
      ),
      { numRuns: inForm(500, 2000) },
    )
  })
})
