import { describe, expect, it } from 'vitest'
import { readVisibleText } from '../markdown/visible-text.ts'
import { compileMentionFinder } from './mention-finder.ts'

/** Returns the mentions of one name in an answer. */
function found(name: string, answer: string, caseSensitive = false, domain: string | null = null): string[] {
  const { text } = readVisibleText(answer)
  const find = compileMentionFinder([{ entity: 0, names: [name], domain, caseSensitive }])
  return find(text).map(({ start, end }) => text.slice(start, end))
}

describe('letters with diacritics', () => {
  // [name as typed, text with a different word]
  it.each([
    ['Uber', 'Wir reden über Lyft'],
    ['Uber', 'Über uns'],
    ['Uber', 'ÜBER UNS: wir sind für Sie da'],
    ['Uber', 'Der Slogan heißt „Über allem“.'],
    ['Bar', 'Der Bär ist ein Tier'],
    ['Ol', 'Das Öl ist teuer'],
    ['Lander', 'Die Länder der Welt sind groß'],
    ['Gluck', 'Viel Glück bei der Suche'],
    ['Schon', 'Das ist schön'],
    ['Kuhne', 'eine kühne Idee der Firma'],
    ['Marche', 'Sur le marché des VTC'],
    ['Peche', 'la pêche est un sport'],
    ['Cote', 'de l’autre côté de la rue'],
    ['Sur', 'Il est sûr de lui'],
    ['Ano', 'el año pasado'],
    ['Mas', 'Más que un club'],
    ['Pena', 'vale la peña de los amigos'],
    ['Ol', 'Øl er godt til maden'],
    ['Gor', 'Gør det selv med en plan'],
    ['Pa', 'På lager i dag'],
    ['Icin', 'İstanbul için en iyi'],
    ['On', 'Ön kamera çok iyi'],
    ['Sok', 'Bu bir şok oldu'],
    ['Altin', 'Bugün altın fiyatları çok yüksek'],
    ['Sa', 'Są one dobre i tanie'],
    ['Zabka', 'To jest mała żabka na liściu'],
    ['Byc', 'Być może tak się nie stanie'],
    ['La', 'Là một công ty của Việt Nam'],
    ['Van', 'Vẫn có những người không biết'],
    ['Khong', 'Không có gì là của người khác'],
    ['Мои', 'это мой дом'],
  ])('make a different word: %j is not in %j', (name, text) => {
    expect(found(name, text)).toEqual([])
    expect(found(name, text, true)).toEqual([])
  })

  it.each([
    ['Nestle', 'Die Firma Nestlé ist groß, und die Marke auch', 'Nestlé'],
    ['Nestle', 'Le groupe Nestlé est suisse', 'Nestlé'],
    ['Nestle', 'the NESTLÉ group is from Switzerland', 'NESTLÉ'],
    ['Nestlé', 'Die Firma Nestle ist groß', 'Nestle'],
    ['Nestlé', 'nestle', 'nestle'],
    ['Haagen-Dazs', 'Das Eis von Häagen-Dazs ist für alle', 'Häagen-Dazs'],
    ['Haagen-Dazs', 'I like häagen-dazs', 'häagen-dazs'],
    ['Häagen-Dazs', 'Haagen-Dazs is ice cream', 'Haagen-Dazs'],
    ['Lowenbrau', 'Das Bier von Löwenbräu ist gut', 'Löwenbräu'],
    ['Citroen', 'La Citroën est une voiture', 'Citroën'],
    ['Moet', 'Le champagne Moët est cher', 'Moët'],
    ['Zabka', 'Idę do sklepu Żabka i nie tylko', 'Żabka'],
    ['Skoda', 'Škoda je auto', 'Škoda'],
    ['Orsted', 'Ørsted er en virksomhed', 'Ørsted'],
    ['Ulker', 'Ülker bir markadır', 'Ülker'],
    ['Muller', 'Müller is a drugstore in Germany', 'Müller'],
    ['Über', 'Über is a word', 'Über'],
    ['Espana', 'Un producto de España y de Italia', 'España'],
  ])('may be missing or added: %j is in %j', (name, text, spelling) => {
    expect(found(name, text)).toEqual([spelling])
  })

  it('do not match by accident in the other direction', () => {
    expect(found('Bär', 'Er zahlt in bar an der Bar, und das ist gut')).toEqual([])
    expect(found('Bär', 'The Bar at the corner')).toEqual(['Bar'])
  })
})

describe('names in common notations', () => {
  it.each([
    [
      'Villeroy & Boch',
      'Villeroy und Boch, Villeroy et Boch, Villeroy og Boch, Villeroy och Boch',
      ['Villeroy und Boch', 'Villeroy et Boch', 'Villeroy og Boch', 'Villeroy och Boch'],
    ],
    ['Dolce & Gabbana', 'Dolce e Gabbana, Dolce y Gabbana', ['Dolce e Gabbana', 'Dolce y Gabbana']],
    ['Peek und Cloppenburg', 'Peek & Cloppenburg, Peek&Cloppenburg', ['Peek & Cloppenburg', 'Peek&Cloppenburg']],
    ['H&M', 'H et M, H und M; hundm, Hund M', ['H et M', 'H und M']],
    ['B&C', 'les vitamines B e C, B y C, B i C', []],
    ['Tu y Yo', 'Tu y Yo, Tu & Yo', ['Tu y Yo']],
    ['Vitamin E Store', 'Vitamin E Store, Vitamin & Store', ['Vitamin E Store']],
    [
      'Disney+',
      'Disney Plus, DISNEY PLUS, disney plus; Disney plus Hulu',
      ['Disney Plus', 'DISNEY PLUS', 'disney plus'],
    ],
    ['CANAL+', 'Canal+, Canal Plus, CANAL Plus', ['Canal+', 'Canal Plus', 'CANAL Plus']],
    ['Disney Plus', 'Disney+, Disney plus', ['Disney+', 'Disney plus']],
    ['A+', 'A Plus, A+', ['A+']],
    ['Plus', '+ plus', ['plus']],
  ])('with a conjunction: %j in %j', (name, text, spellings) => {
    expect(found(name, text)).toEqual(spellings)
  })

  it.each([
    ['Müller', 'bei Mueller und MUELLER', ['Mueller', 'MUELLER']],
    ['Mueller', 'bei Müller, nicht Muller', ['Müller']],
    ['Kärcher', 'ein Kaercher', ['Kaercher']],
    ['Kaercher', 'KÄRCHER', ['KÄRCHER']],
    ['Føtex', 'i Foetex', ['Foetex']],
    ['Foetex', 'i Føtex', ['Føtex']],
    ['Aldi Süd', 'Aldi Sued, ALDI SUED', ['Aldi Sued', 'ALDI SUED']],
    ['Aldi Sued', 'ALDI SÜD', ['ALDI SÜD']],
    ['Ålborg', 'Aalborg', ['Aalborg']],
    ['Weiß', 'Weiss', ['Weiss']],
  ])('transcribed: %j in %j', (name, text, spellings) => {
    expect(found(name, text)).toEqual(spellings)
  })

  it.each([
    ['Rossmann', 'Rossmanns Eigenmarke ist günstig', ['Rossmann']],
    ['Coop', 'Coops eget mærke', ['Coop']],
    ['Coop', 'Coops eget märke är bra', ['Coop']],
    ['Rema', 'Remas egne varer er billige i år', ['Rema']],
    ['Müller', 'Das ist Muellers und Müllers Sache', ['Mueller', 'Müller']],
    ['Coop', 'Chicken Coops for the garden', []],
    ['Target', 'Targets of the campaign are set', []],
    ['Ring', 'Er hat rings um das Haus', []],
    ['Hans', 'Das ist Hanss Sache', []],
    ['On', 'Ons product is van de', []],
  ])('genitive: %j in %j', (name, text, spellings) => {
    expect(found(name, text)).toEqual(spellings)
  })

  it.each([
    ['Miele', 'by Mie-\nle and others', ['Mie- le']],
    ['Miele', 'by Mie\u00ad\nle', ['Mie\u00ad le']],
    ['YouTube', 'on You-\nTube', ['You- Tube']],
    ['Coca-Cola', 'a Coca-\nCola', ['Coca- Cola']],
    ['Miele', 'by M-\niele, Mie -le', []],
    ['Capital One', 'a capital-\none', []],
  ])('hyphenated at a line break: %j in %j', (name, text, spellings) => {
    expect(found(name, text)).toEqual(spellings)
  })

  it.each([
    ['iPhone', 'iPhones are; two iPhones; iphones, IPHONES', ['iPhone', 'iPhone']],
    ['BMW', 'BMWs and BMWS, bmws', ['BMW']],
    ['ClickUp', 'two ClickUps, Clickups', ['ClickUp']],
    ['Apple', 'Apples and pears', []],
    ['ID', 'two IDs', []],
  ])('plural: %j in %j', (name, text, spellings) => {
    expect(found(name, text)).toEqual(spellings)
  })

  it.each([
    ['ChatGPT', 'ask Chat GPT, Chat-GPT or ChatGPT', ['Chat GPT', 'Chat-GPT', 'ChatGPT']],
    ['ClickUp', 'with Click Up; - click up, Click up', ['Click Up']],
    ['AliExpress', '- Ali Express\n- Temu', ['Ali Express']],
    ['ClickUp', 'Click Up there', []],
    ['GoPro', 'how to Go Pro', []],
    ['eBay', 'an E Bay, e Bay', []],
    ['Facebook', 'a Face Book', []],
    ['WH-1000XM5', 'WH-1000 XM5', []],
  ])('in separate words: %j in %j', (name, text, spellings) => {
    expect(found(name, text)).toEqual(spellings)
  })

  it.each([
    ['On', 'a Slip-On, hands-on, Carry‑On; On-Cloudmonster and On', ['On', 'On']],
    ['LG', 'a Samsung-LG deal', ['LG']],
    ['Apple', 'a non-Apple phone', ['Apple']],
  ])('in a compound: %j in %j', (name, text, spellings) => {
    expect(found(name, text)).toEqual(spellings)
  })

  it.each([
    ['Sensex', 'Sensex@22,339, Nifty@6,750.', ['Sensex']],
    ['Sensex', 'sensex@22, sensex@22.5%', ['sensex', 'sensex']],
    ['Apple', 'apple@3com.com, apple@163.com, apple@1und1.de', []],
  ])('before a number: %j in %j', (name, text, spellings) => {
    expect(found(name, text, false, 'apple.com')).toEqual(spellings)
  })
})

describe('names with attached Arabic and Hebrew particles', () => {
  it.each([
    ['موبايلي', 'شركات الاتصالات stc وموبايلي.', ['موبايلي']],
    ['stc', 'موبايلي وstc وبـstc', ['stc', 'stc']],
    ['كارفور', 'تسوق بكارفور وبكارفور ولكارفور والكارفور', Array(4).fill('كارفور')],
    ['الراجحي', 'مصرف الراجحي والراجحي وبالراجحي وللراجحي', ['الراجحي', 'الراجحي', 'الراجحي', 'راجحي']],
    ['القطرية', 'طيران الإمارات والقطرية', ['القطرية']],
    ['زين', 'stc وزين وبزين', ['زين', 'زين']],
    ['שופרסל', 'המחירים בשופרסל, ושופרסל, שבשופרסל ומשופרסל', Array(4).fill('שופרסל')],
    ['מכבי', 'כללית ומכבי', ['מכבי']],
    ['הפועלים', 'בהפועלים ושבהפועלים', ['הפועלים', 'הפועלים']],
    ['Google', 'חיפוש בGoogle ובGoogle', ['Google', 'Google']],
    ['בזק', 'הוט ובזק', ['בזק']],
  ])('%j in %j', (name, text, spellings) => {
    expect(found(name, text)).toEqual(spellings)
  })

  it.each([
    ['نون', 'حرف النون في كلمة قانون، وجنون وسنون وفنون ولنون'],
    ['الراجحي', 'راجحي راجحية بالراجحية'],
    ['stc', 'موstc ستstc'],
    ['הוט', 'הוא להוט אחרי זה, מהוט'],
    ['לאומי', 'הבינלאומי והלאומית, הבנק הלאומי'],
    ['yes', 'גyes'],
    ['AB', 'בAB'],
  ])('%j is not in %j', (name, text) => {
    expect(found(name, text)).toEqual([])
  })
})

it('detects the language around many names in linear time', () => {
  const text = 'Rossmanns Müller und über '.repeat(2 ** 15)
  const find = compileMentionFinder(
    ['Rossmann', 'Muller', 'Uber'].map((name, entity) => ({
      entity,
      names: [name],
      domain: null,
      caseSensitive: false,
    })),
  )
  expect(find(text)).toHaveLength(2 ** 15)
})

describe('a name that is a common word, in context', () => {
  it.each([
    ['Target', 'Target muscle groups. The target is set, on target', []],
    ['Target', 'We went to Target, and Target’s shop. See target.com', ['Target', 'Target', 'target.com']],
    ['Target', '- **Target**: cheap\n- Target is cheap\n- Target and Walmart\n- (Target)', Array(4).fill('Target')],
    ['Made', 'Made in the USA. Made with care', []],
    ['Made', 'a sofa of Made, Made.com', ['Made', 'Made.com']],
    ['Ring', 'an O-Ring and a Key-Ring; Ring Video Doorbell', ['Ring']],
    ['Discover', 'Discover our offers! Discover it, by Discover. Discover it® Miles', ['Discover', 'Discover']],
    ['Canon', '- Canon imageCLASS LBP6030w\n- Canon law', ['Canon']],
    ['On', 'On sale: the On Cloudmonster', ['On']],
    [
      'On',
      'On Linux systems. On May 4, it came. On Cloudboom Strike LS is fast\n- On Cloudmonster 2: soft',
      ['On', 'On'],
    ],
    ['On', 'a Nurse On-Call, Carry On luggage, On-Field training; from Nike, On and Hoka', ['On']],
    ['Time', 'Blend Time: 45 s. My Battery Life. A Time reporter. Visit Time. Read it in Time', Array(3).fill('Time')],
    ['Target', 'On Monday Target announced it. However Target is.', ['Target', 'Target']],
    ['Orange', 'L’opérateur Orange est un des plus grands de France', ['Orange']],
    ['On', 'Brands: On, Hoka. The On, a shoe', ['On', 'On']],
    ['Apple', 'a Refurbished Apple iPhone, the Caramel Apple', ['Apple']],
    ['Zoom', 'a 4X Zoom Camera, the Pro-Ject Zoom. Unlike Zoom', ['Zoom']],
    ['Orange', 'Der Anbieter Orange ist in Frankreich sehr bekannt und hat viele Kunden', ['Orange']],
    ['Slack', 'Slack integrates with it.\n\nSlack won’t sync.\n\nSlack vs Teams', Array(3).fill('Slack')],
    ['Slack', 'Slack off at work', []],
    ['Apple', '1. Apple iPhone 16\n2. Apple pie', ['Apple']],
    ['Mini', 'MINI Cooper, the Mini and a mini', ['MINI', 'Mini']],
    ['Target', 'TARGET AUDIENCE', []],
  ])('%j in %j', (name, text, spellings) => {
    const visible = readVisibleText(text).text
    const domain = `${name.toLowerCase()}.com`
    const find = compileMentionFinder([{ entity: 0, names: [name], domain, caseSensitive: false, inContext: true }])
    expect(find(visible).map(({ start, end }) => visible.slice(start, end))).toEqual(spellings)
  })
})
