import { expect, it } from 'vitest'
import { formatData } from './format-output.ts'

it('shows the characters that terminals obey instead of sending them', () => {
  const text = 'a\u001b[31mb\u0007\u009bc\rd\u202ee'
  const shown = 'a\\u001b[31mb\\u0007\\u009bc\\u000dd\\u202ee'
  expect(formatData({ text })).toBe(`text  ${shown}`)
  expect(formatData([{ text }])).toBe(`text\n${shown}`)
  expect(formatData({ list: ['\u009b'] })).toBe('list  ["\\u009b"]')
})

it('keeps letters of any script, line breaks and tabs', () => {
  const text = 'Café 日本語 عربي 👟\n\tnext'
  expect(formatData({ text })).toBe(`text  ${text}`)
})
