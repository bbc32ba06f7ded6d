import { expect, it } from 'vitest'
import type { Series } from './scale.ts'
import { csvOf } from './series-table.ts'

const series = (name: string, values: (number | null)[]): Series => ({
  id: name,
  name,
  color: 'red',
  isOwn: false,
  points: values.map((value, i) => ({ day: `2026-11-0${i + 1}`, value, isPartial: false })),
})

it('has one row per day, empty cells for missing values, and names without formulas', () => {
  expect(csvOf([series('Acme, "Inc"', [1.5, null]), series('=cmd()', [0, 2])])).toBe(
    'day,"Acme, ""Inc""",\'=cmd()\r\n2026-11-01,1.5,0\r\n2026-11-02,,2\r\n',
  )
})

it('has only a header if there are no lines', () => {
  expect(csvOf([])).toBe('day\r\n')
})
