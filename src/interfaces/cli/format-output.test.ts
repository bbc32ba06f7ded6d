import { expect, test } from 'vitest'
import { formatData, speedOf, wrapLines } from './format-output.ts'

const rows = [
  { id: 'a1', text: 'x'.repeat(60), count: 3, note: null },
  { id: 'b2', text: 'short', count: 12, note: 'y'.repeat(30) },
]

test('a table without a terminal has every column in full', () => {
  const [head, first] = formatData(rows).split('\n')
  expect(head?.split(/ +/)).toEqual(['id', 'text', 'count', 'note'])
  expect(first).toContain('x'.repeat(60))
})

test('a table fits a terminal, and names the columns that do not', () => {
  const lines = formatData(rows, 60).split('\n')
  expect(lines.slice(0, 3)).toEqual([
    `id  ${'text'.padEnd(40)}  count`,
    `a1  ${'x'.repeat(39)}…  3`,
    `b2  ${'short'.padEnd(40)}  12`,
  ])
  expect(lines.slice(3)).toEqual(['Columns that do not fit: note; --json prints everything'])
  expect(formatData(rows, 200)).not.toContain('do not fit')
})

test('a table that must fit shows ids of other things last', () => {
  const [head] = formatData([{ id: 'a', topic_id: 'b'.repeat(36), engine: 'chatgpt', day: '2026-01-01' }], 30).split(
    '\n',
  )
  expect(head?.split(/ +/)).toEqual(['id', 'engine', 'day'])
})

test('a table that must fit shows nested values last', () => {
  const [head] = formatData([{ id: 'a', topic: { id: 'b'.repeat(36), name: 'Boots' }, title: 'Win Boots' }], 30).split(
    '\n',
  )
  expect(head?.split(/ +/)).toEqual(['id', 'title'])
})

test('a table that must fit shows an id last if the row has a name, and columns without figures or text', () => {
  const row = { id: 'b'.repeat(36), segment: null, name: 'Acme', is_our_brand: true, change: 4.2, verdict: 'increase' }
  const [head, , more] = formatData([row], 28).split('\n')
  expect(head?.split(/ +/)).toEqual(['name', 'change', 'verdict'])
  expect(more).toBe('Columns that do not fit: id,')
})

test('text of several words leaves room for other columns', () => {
  const [head, first] = formatData([{ text: 'word '.repeat(12), engine: 'chatgpt', day: '2026-01-01' }], 60).split('\n')
  expect(head?.split(/ +/)).toEqual(['text', 'engine', 'day'])
  expect(first).toMatch(/^word word word word… {2}chatgpt/)
})

test('lines wrap at spaces, and continue below their text', () => {
  expect(wrapLines('  --name  a text of many words', 20)).toBe('  --name  a text of\n          many words')
  expect(wrapLines('a longwordthatdoesnotfit', 10)).toBe('a\nlongwordthatdoesnotfit')
  expect(wrapLines('  --name  a text of many words')).toBe('  --name  a text of many words')
})

test('the lists of an object are tables below it on a terminal', () => {
  const data = { answers: 3, engines: [{ engine: 'gemini', answers: 3 }], none: [] }
  const shown = ['answers  3', 'none     []', '', 'engines', 'engine  answers', 'gemini  3']
  expect(formatData(data, 80).split('\n')).toEqual(shown)
  expect(formatData(data)).toContain('engines  [{"engine"')
})

test('progress shows the rate, and the time left if the share is known', () => {
  expect(speedOf(1200, 3)).toBe(', 400 per second')
  expect(speedOf(1200, 3, 0.2)).toBe(', 400 per second, 12 s left')
  expect([speedOf(3, 2, 1), speedOf(0, 5, 0.5)]).toEqual([', 1.5 per second', ''])
})

test('shows the characters that terminals obey instead of sending them', () => {
  const text = 'a\u001b[31mb\u0007\u009bc\rd\u202ee'
  const shown = 'a\\u001b[31mb\\u0007\\u009bc\\u000dd\\u202ee'
  expect(formatData({ text })).toBe(`text  ${shown}`)
  expect(formatData([{ text }])).toBe(`text\n${shown}`)
  expect(formatData({ list: ['\u009b'] })).toBe('list  ["\\u009b"]')
})

test('keeps letters of any script, line breaks and tabs', () => {
  const text = 'Café 日本語 عربي 👟\n\tnext'
  expect(formatData({ text })).toBe(`text  ${text}`)
})
