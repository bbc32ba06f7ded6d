import { expect, it } from 'vitest'
import { readVisibleText } from '../markdown/visible-text.ts'
import { createBrandNameFinder } from './brand-names.ts'

/** Returns the brand names in answers; an answer can include the domains that it cites. */
function namesIn(...answers: (string | [string, ...string[]])[]): string[] {
  const finder = createBrandNameFinder()
  for (const answer of answers) {
    const [source, ...domains] = typeof answer === 'string' ? [answer] : answer
    finder.add({ source, visible: readVisibleText(source), domains })
  }
  return finder.names(100).map(({ name }) => name)
}

it('finds names in lists, bold text, links and the first column of a table', () => {
  const answer = [
    '- Fluance RT82 for beginners',
    '1. **Sennheiser HD 560S**',
    '',
    'See [Audeze LCD](https://shop.example/x).',
    '',
    '| Model | Price |',
    '|---|---|',
    '| Grado SR80 | $99 |',
  ].join('\n')
  const names = namesIn(answer, answer)
  expect(names.sort()).toEqual(['Audeze', 'Fluance', 'Grado', 'Sennheiser'])
})

it('finds names at the start of lines whose breaks were lost by copying', () => {
  const answer = 'Some good ones:Fluance RT82: solid.Sennheiser HD: warm.\u00a0Audeze LCD-2$99.00'
  expect(namesIn(answer, answer).sort()).toEqual(['Audeze', 'Fluance', 'Sennheiser'])
})

it('cuts a name where longer names branch', () => {
  const lines = (...names: string[]) => names.map((name) => `- ${name}`).join('\n')
  const first = lines('Le Creuset Signature', 'Tuft & Needle Mint', 'Capital One Venture')
  const second = lines('Le Creuset Skillet', 'Tuft & Needle Original', 'Capital One Quicksilver')
  const spoken = 'I would ask Capital One. Most people like Capital One, and you may invest your capital with one bank.'
  const names = namesIn(first, second, spoken, spoken, `${first}\n${spoken}`)
  expect(names.sort()).toEqual(['Capital One', 'Le Creuset', 'Tuft and Needle'])
})

it('ignores common words, labels and sentences', () => {
  const answer = [
    '**Battery life:** long. The battery life matters to you, and top picks do.',
    '',
    '- Look for a warranty, and look for service',
    '- Fluance RT82',
    '',
    'Why it is good: your budget is kept',
    '- Budget',
    '',
    '**Top Picks:**',
  ].join('\n')
  expect(namesIn(answer, answer, answer)).toEqual(['Fluance'])
})

it('ignores labels and headings, even if they occur in many answers', () => {
  const answer = '**Empfehlungen**\n\n- Fluance RT82\n- **Rückschlagventil of steel:** it lasts'
  expect(namesIn(...Array<string>(60).fill(answer))).toEqual(['Fluance'])
})

it('excludes sources and cited sites', () => {
  const cited = '- **Fluance RT82** is fine ([Rtings][1], [Wirecutter][2])\n- Whathifi\n\n[1]: https://rtings.com/a'
  const answers: [string, ...string[]] = [cited, 'rtings.com', 'whathifi.com', 'fluance.com']
  expect(namesIn(answers, answers, answers)).toEqual(['Fluance'])
})

it('ends a name at a possessive and recognizes a name of common words by its use', () => {
  const answer =
    '- Fluance’s RT82\n- Nothing Ear\n- Nothing Phone\n\nI like the sound of Nothing, more than that of Fluance.'
  expect(namesIn(answer, answer, answer, answer, answer, answer).sort()).toEqual(['Fluance', 'Nothing'])
})

it('does not depend on the order of answers and finds no names in empty answers', () => {
  const answers = ['- Fluance RT82\n- Audeze LCD', '- Audeze Maxwell\n- Fluance RT85', 'Fluance or Audeze?']
  expect(namesIn(...answers)).toEqual(namesIn(...answers.toReversed()))
  expect(namesIn()).toEqual([])
  expect(namesIn('', '\u0000\n|\n|-|\n**', '- \ud800')).toEqual([])
})
