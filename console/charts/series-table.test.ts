import { expect, it } from 'vitest'
import type { Series } from './scale.ts'
import { csvOf } from './series-table.ts'

const series = (name: string, values: (number | null)[]): Series => ({
  id: name,
  name,
  colour: 'red',
  isOwn: false,
  points: values.map((value, i) => ({ day: `2026-11-0${i + 1}`, value, isPartial: false })),
})

it('is a row a day, empty where nothing is known, with names that no spreadsheet runs', () => {
  expect(csvOf([series('Acme, "Inc"', [1.5, null]), series('=cmd()', [0, 2])])).toBe(
    'day,"Acme, ""Inc""",\'=cmd()\r\n2026-11-01,1.5,0\r\n2026-11-02,,2\r\n',
  )
})

it('is its heading alone where there is no line', () => {
  expect(csvOf([])).toBe('day\r\n')
})
