import type { Reading } from './reading.ts'

export type Row = Record<string, never>
export type Api = (path: string) => Promise<{ data: never; meta: never }>
export type Call = readonly [tool: string, given: Record<string, unknown>]

/** A question of an analyst about the demo. */
export interface Question {
  question: string
  calls: readonly Call[]
  /** A call that needs a value of the results before it. */
  next?(reading: Reading): Call
  /** The answer in the text of the results. */
  read(reading: Reading): unknown[]
  /** The answer from the raw API. */
  truth(api: Api): Promise<unknown[]>
}

/** The clock of the evaluation, and the periods that its questions name. */
export const now = '2026-11-15T12:00:00Z'
export const whole = 'start_date=2026-10-16&end_date=2026-11-14'
export const october = { start_date: '2026-10-01', end_date: '2026-10-31' }
export const inOctober = new URLSearchParams(october).toString()

export const isOurs = ({ is_our_brand }: Row) => is_our_brand === true
export const isRival = (row: Row) => !isOurs(row)
export const by =
  (field: string, sign: 1 | -1 = -1) =>
  (a: Row, b: Row) =>
    sign * (Number(a[field] ?? 0) - Number(b[field] ?? 0))
export const named = (name: string) => (row: Record<string, unknown>) => row.name === name
/** `8.64 (-0.87 to 18.15)` */
export const range = (figure: { value: number; low: number; high: number } | null) =>
  figure === null ? '' : `${figure.value} (${figure.low} to ${figure.high})`
export const pick = (row: Record<string, unknown> | undefined, ...fields: string[]) =>
  fields.map((field) => row?.[field])
