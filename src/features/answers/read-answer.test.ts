import { expect, test } from 'vitest'
import { createAnswerReader, unjudged } from './read-answer.ts'
import type { ReadEntity } from './tables.ts'

const acme: ReadEntity = { number: 1, names: ['Acme'], domain: 'acme.com', case_sensitive: false }
const read = createAnswerReader([acme])
const sentimentIn = (answer: string) => read(answer, []).mentions.map(({ sentiment }) => sentiment)

test.each([
  'Acme makes anvils https://evil.com/x',
  'Acme makes anvils <http://evil/x>, [evil.com](https://evil.com/x)',
  '1. **Acme**: sells anvils\n   - https://evil.com/x\n   - https://www.worst-of.org/terrible',
  'See https://terrible.acme.com/evil',
])('ignores words in URLs when scoring sentiment: %j', (answer) => {
  expect(sentimentIn(answer)).toEqual([unjudged])
})

test('a source list does not change sentiment', () => {
  const [alone] = sentimentIn('**Acme**: a great anvil')
  expect(alone).toBeGreaterThan(7000)
  expect(sentimentIn('**Acme**: a great anvil\n\n1. https://evil.com/x\n2. https://best.org')).toEqual([alone])
})

test('keeps mentions after a truncated link', () => {
  const answer = 'See [docs](https://x.com and then Acme is great'
  const { mentions, text } = read(answer, [])
  expect(mentions).toMatchObject([{ entity: 1, count: 1, offset: answer.indexOf('Acme') }])
  expect(text).toContain('docs')
})

test('source chips are not mentions, and are citations only if they contain a URL', () => {
  const texts = ['Light.acme+2 Great', 'It is light.\nAcme\n+2\nGreat', '[Acme+1](https://x.com/a)', 'acme.com+2']
  for (const text of texts) expect(read(text, []).mentions, text).toEqual([])
  const citations = texts.flatMap((text) => read(text, []).citations)
  expect(citations).toMatchObject([{ url: 'https://x.com/a', title: '' }])
  expect(read('Light.www.acme.com+2', []).citations).toMatchObject([{ domain: 'acme.com' }])
})
