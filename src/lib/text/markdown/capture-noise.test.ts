import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { testData } from '../../../testing/test-data.ts'
import { compileMentionFinder } from '../mentions/mention-finder.ts'
import { readVisibleText } from './visible-text.ts'

/** A sentence of ordinary length. */
const prose = 'It can keep twenty cards in its memory and finds them again by their meaning.'

const visible = (source: string) => readVisibleText(source).text

describe('not part of the text', () => {
  it.each([
    ['a label between sentences', 'of 77 goals. \nAP NEWS\n Pelé was', 'of 77 goals.  Pelé was'],
    ['a label at the end of a paragraph', 'in 2018. \r\nWIKIPEDIA\r\n\r\nThen', 'in 2018.\nThen'],
    ['labels as titles', 'Good. \nTom’s Guide\n Light. \nWirecutter\n\nMore', 'Good.  Light.\nMore'],
    ['two labels', 'in 2018. \nBBC\nAP NEWS\n\nThen', 'in 2018.\nThen'],
    [
      'a label in a line, in a text with a number',
      `${prose} Acme Help\n\nNew things. Globex+2`,
      `${prose}\nNew things. Globex+2`,
    ],
    [
      'a label without a sentence before it',
      'Verify signatures \nAcme\n\nFast. Acme\n+1\n',
      'Verify signatures\nFast.',
    ],
    [
      'a label of several lines',
      'It is fast.\nAcme\nIt is light.\nAcme\n\nSee. \nAcme\n+3',
      'It is fast. It is light.\nSee.',
    ],
    ['labels with and without numbers', `Send it. \nacme.com\n+5\nAcme\n+5\n${prose} Acme\n`, `Send it.\n${prose}`],
    ['a label of several paragraphs', `${prose} Acme\n\n${prose} Acme\n`, `${prose}\n${prose}`],
    [
      'links in parentheses',
      'Good. ([Acme][1], [Globex](https://g.com/x)) Yes([Acme][1])\n\n[1]: https://a.com/y',
      'Good.  Yes',
    ],
    ['marks of citations', 'Good\ue200cite\ue202turn1search2\ue201【9†Acme】. See [Acme](71).', 'Good. See .'],
    [
      'labels one after the other',
      'Use it. \nAcme\nGlobex\n\nMore things. Initech+2',
      'Use it.\nMore things. Initech+2',
    ],
    ['a label within a sentence', 'a plan for beginners \nAcme\n, with phases', 'a plan for beginners  , with phases'],
    [
      'hosts on their own lines',
      'projects\nacme.com\n. They list\nacme.com\nacme.com\n; so',
      'projects . They list ; so',
    ],
    ['sources without their list', '更好。 ([Acme][1], [Globex][2])', '更好。'],
    ['the link of a source', 'Growth.\n- **Source**: [Acme](https://acme.com).', 'Growth.\nSource: .'],
    ['the source of a cell', 'largos[acme.org](https://acme.org/x) y [Globex](https://g.com)', 'largos y Globex'],
    ['the link after a paragraph of ChatGPT', `${prose} [Acme News](https://a.com/?utm_source=chatgpt.com)\n`, prose],
    ['what marks a link', 'like \ue200url\ue202Acme\ue202turn4search0\ue201,', 'like Acme,'],
    ['what marks a name', '\ue200entity\ue202["company","Acme","maker of Globex"]\ue201’s', 'Acme’s'],
    ['the site of a video', '[Jane Doe\nAcme · 28 Jul 2024](https://acme.com/v)', 'Jane Doe'],
    ['the heading of a conversation', 'ChatGPT said:\nChatGPT\nAcme it is.', 'Acme it is.'],
    [
      'the card of a source',
      'ChatGPT said:\nChatGPT\nRefund Policy\nacme.com\nrefunds\n\nAcme offers it',
      'Acme offers it',
    ],
    ['reasoning', '<think>Acme?\n\nNo.</think>\nGlobex.', 'Globex.'],
    ['reasoning without an opening tag', 'Acme? No.\n</think>\n\nGlobex.', 'Globex.'],
    ['reasoning that was cut', '<think>Acme? No', ''],
    [
      'the interface’s text after an answer',
      'Go for it!\u00a0AI responses may include mistakes. Learn moreThank youYour feedback helps Google improve.\nMore',
      'Go for it!\u00a0 More',
    ],
    [
      'the interface’s text on several lines, with links',
      'Go!\nAI responses may include mistakes. [Learn more](https://g.co/x)\nThank you\nYour feedback helps Google improve. See our Privacy Policy.\nShare more feedback\nReport a problem\nClose',
      'Go!',
    ],
    [
      'the interface’s text without its buttons',
      'Go. AI responses may include mistakes. For legal or medical advice, consult a professional.  Learn more\n',
      'Go.',
    ],
    [
      'the interface’s text after financial advice',
      'Yes. AI responses may include mistakes. For financial advice, consult a professional. Learn moreThank youYour feedback helps Google.',
      'Yes.',
    ],
    ['a hidden span', 'Good.<span style="display: none">Acme [^2]</span> Yes', 'Good. Yes'],
  ])('%s', (_, source, text) => {
    expect(visible(source)).toBe(text)
  })

  it.each([
    'Top brands.\nNike\nAdidas',
    'We like: \nNIKE\nADIDAS\n\nMore',
    'We tested three. \nNIKE\nADIDAS\nPUMA\n\nMore',
    'Two jackets in one. \nREI Powderbound Jacket\nREI Powderbound Jacket is warm',
    'Top brands. \n1. Nike\nLight\n2. Nike\nFast\nSee. Puma+2',
    'Which is best? Nike\n\nWhich is light? Nike',
    'Great.\nNike\n\nLight.\nAdidas\n',
    '- The lightest shoe of the year, which runners with wide feet like best. Nike\n',
    'The best ([Nike](https://n.com) and others), see [Puma](https://p.com).',
    'Shops:\nnike.com\nadidas.com\n\nMore',
    'Options. [Nike Pegasus 41](https://n.com/?utm_source=chatgpt.com)\n1. [Puma](https://p.com/?utm_source=chatgpt.com)',
    'The resources of [Nike](https://n.com) and [adidas](https://a.com)',
    '### 1. Nike\nLight\n### 2. Adidas\nSoft\n### 3. Puma\nCall +1 800 555, battery +20 percent',
    'Vitamin D3+2 from Nike\n\n- [Nike shoes](https://n.com/a)\n- [Puma](https://p.com)\n\nUTC+2',
    'Best overall  \nNike  \nBest budget  \nNike  \n',
    '**Price**  \nNike\n\n**Look**  \nNike\n\nTennis \nAdidas\n',
    'The most popular brands of running shoes in the whole world today are z. B. Nike',
    'The largest makers of running shoes in 2024 are Anta Sports Inc. and Puma',
    '1. Best for running. Nike\n2. Best for tennis. Nike',
    'Running (road) Nike\nRunning (trail) Nike\n\n- Light! Nike\n- Fast! Nike',
    'Use a tool ([Nike](https://n.dev), [Puma](https://p.dev)) for it. ([Adidas](https://a.dev)',
    'Visit [nike.dev](https://n.dev/?utm_source=chatgpt.com) to buy.\n- **Best!** [Puma](https://p.dev/?utm_source=chatgpt.com)',
    '**Source:** [Nike](https://n.com/x) is the market leader, says [Puma](2024)',
    'x \ue200cite\ue202turn1. Nike is best. \ue200product\ue202["Puma"]\ue201 \ue200cite\ue202t\ue201',
    '\ue200url\ue202Nike\ue202https://n.com/x\ue201',
    '[Review of Nike · 28 Jul 2024](https://r.com/x)',
    'Visit (https://nike.com) or [Puma](/2).',
    'Use `<think>` in a prompt.\nThen </think>',
    '<span style="color: red">Nike</span>',
    'AI responses may include mistakes. Nike and Puma say so.',
    'Google adds “AI responses may include mistakes. Learn more” below answers. Nike recommends checking.',
    'AI responses may include mistakes. Learn more Nike is the best.\nPuma is second.',
  ])('but %j is', (source) => {
    for (const [name] of source.matchAll(/nike|adidas|puma|rei|think/gi)) expect(visible(source)).toContain(name)
  })
})

it('numbers of sources do not join the word before them', () => {
  expect(visible('said by teammates15. A feud25 at Google126.')).toBe('said by teammates 15. A feud 25 at Google 126.')
  expect(visible('the mp34 and web3 of covid19.')).toBe('the mp34 and web3 of covid19.')
})

it('sources that only hidden notes refer to are not cited', () => {
  const { links } = readVisibleText(
    'Good.[^1]\n<span style="display:none">[^2]</span>\n\n[^1]: https://a.com/x\n\n[^2]: https://b.com/y',
  )
  expect(links.map(({ target }) => target)).toEqual(['https://a.com/x'])
})

const captures = testData('answers/web-captures.jsonl')

test.skipIf(captures === undefined)('no label of 151 copied answers is a mention, and no mention is lost', () => {
  // Counted by hand in the copies, whose 216 labels name most of them.
  const mentions = {
    ...{ Wikipedia: 0, 'AP News': 0, BBC: 0, Reuters: 0, Investopedia: 0, IMDb: 0, 'Al Jazeera': 0 },
    ...{ 'National Geographic': 0, Britannica: 0, NASA: 3, Google: 15 },
  }
  const names = Object.keys(mentions)
  const find = compileMentionFinder(
    names.map((name, entity) => ({ entity, names: [name], domain: null, caseSensitive: false })),
  )
  const found = readFileSync(captures as string, 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => find(visible((JSON.parse(line) as { answer: string }).answer)))
  const counts = names.map((name, entity) => [name, found.filter((hit) => hit.entity === entity).length])
  expect(Object.fromEntries(counts)).toEqual(mentions)
})
