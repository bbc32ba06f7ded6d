import { expect, it } from 'vitest'
import { csvText } from './csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  [' =1+1', "' =1+1"],
  ['＝1+1', "'＝1+1"],
  ['\u00a0@SUM(A1)', "'\u00a0@SUM(A1)"],
  ['a;=1+1', '"a;=1+1"'],
  ['a\t=1+1', '"a\t=1+1"'],
  ['"=1+1"', '"""=1+1"""'],
  ['Zuvari = 1', 'Zuvari = 1'],
])('writes the text %j so that spreadsheets run no formula of it', (text, cell) => {
  expect(csvText([[text]])).toBe(`${cell}\r\n`)
})
