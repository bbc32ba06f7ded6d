import { expect, it } from 'vitest'
import { csvText } from '../format/csv.ts'
import { cellsOf } from './export.tsx'

it('has a column for each field with plain values in any row', () => {
  const rows = [
    { name: 'GPTBot', visits: 3, share: null, engines: ['chatgpt', 'claude'], pages: [{ id: 1 }] },
    { name: '=1+1', visits: 0, isNew: true },
  ]
  expect(cellsOf(rows)).toEqual([
    ['name', 'visits', 'share', 'engines', 'isNew'],
    ['GPTBot', '3', '', 'chatgpt\nclaude', ''],
    ['=1+1', '0', '', '', 'true'],
  ])
  expect(csvText(cellsOf(rows))).toContain("\r\n'=1+1,0")
})
