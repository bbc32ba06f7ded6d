import { expect, it } from 'vitest'
import { batchesOf, readPromptLines } from './prompt-lines.ts'

const plain = { topic: undefined, tags: [], countries: [] }

it('reads each line as a prompt if there is no header', () => {
  expect(readPromptLines('\ufeffBest, "cheap" boots?\r\n\r\n  Which boots; where?\n')).toEqual({
    head: undefined,
    lines: [
      { number: 1, raw: 'Best, "cheap" boots?', text: 'Best, "cheap" boots?', ...plain },
      { number: 3, raw: '  Which boots; where?', text: 'Which boots; where?', ...plain },
    ],
  })
})

it.each([
  ['prompt,topic,tags,markets\n"Best, ""light"" boots?",Boots / Light,"a, b|c","us,DE"'],
  ['Markets;Tags;Question;Topic\nus|DE;a|b|c;"Best, ""light"" boots?";Boots / Light'],
  ['topic\ttext\tcountry\ttag\r\nBoots / Light\tBest, "light" boots?\tus;DE\ta;b;c\r\n'],
])('reads a table by its column names: %j', (text) => {
  expect(readPromptLines(text).lines).toMatchObject([
    {
      number: 2,
      text: 'Best, "light" boots?',
      topic: 'Boots / Light',
      tags: ['a', 'b', 'c'],
      countries: ['us', 'DE'],
    },
  ])
})

it('keeps the number and text of each line, to show it again', () => {
  const { head, lines } = readPromptLines('prompt,tags\n"Two\nlines?",x\n\nLast?,')
  expect(head).toBe('prompt,tags')
  expect(lines.map(({ number, raw, text }) => [number, raw, text])).toEqual([
    [2, '"Two\nlines?",x', 'Two\nlines?'],
    [5, 'Last?,', 'Last?'],
  ])
})

it('splits lines into batches that the server accepts, each once and in order', () => {
  const { lines } = readPromptLines(['a', 'bbbb', 'c', 'd', 'eeeeeeee', 'f'].join('\n'))
  const parts = batchesOf(lines, 3, 6)
  expect(parts.map((part) => part.map(({ text }) => text))).toEqual([['a', 'bbbb', 'c'], ['d'], ['eeeeeeee'], ['f']])
  expect(batchesOf([])).toEqual([])
})
