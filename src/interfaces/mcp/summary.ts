import type { Operation } from '../../kernel/operation.ts'
import fields from './shown-fields.json' with { type: 'json' }
import { isThirdParty, thirdPartyFieldsOf } from './third-party.ts'
import type { Reply } from './tool.ts'

/** Fields that name and describe a row, in order of preference. */
const { names, figures } = fields

const shownRows = 3

/** Summarizes a result in a sentence or two without third-party text. */
export function summarizeResult(
  operation: Operation,
  { data, meta, pagination }: Pick<Reply, 'data'> & Partial<Reply>,
) {
  if (!Array.isArray(data)) return `${operation.summary}${totalsOf(data)}.`
  const { total, period } = (meta ?? {}) as { total?: unknown; period?: Record<string, string | null> }
  const rows = data.length === 1 ? '1 row' : `${data.length} rows`
  const count = typeof total === 'number' && total > data.length ? `${rows} of ${total}` : rows
  const during = period?.start_date ? `, ${period.start_date} to ${period.end_date}` : ''
  const first = data.slice(0, shownRows).flatMap((row) => shownRow(operation, row) ?? [])
  return [
    `${data.length === 0 ? 'Nothing found' : count}${during}.`,
    first.length === 0 ? '' : `First: ${first.join('; ')}.`,
    pagination?.next_cursor ? 'There are more; call again with the same arguments and cursor = next_cursor.' : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function shownRow({ name: operation }: Operation, row: Record<string, unknown>): string | undefined {
  const more = thirdPartyFieldsOf(operation)
  const name = names.find((field) => typeof row[field] === 'string' && !isThirdParty(field, more))
  if (name === undefined) return undefined
  const figure = figures.find((field) => typeof figureOf(row[field]) === 'number')
  return figure === undefined ? `${row[name]}` : `${row[name]} (${figure} ${figureOf(row[figure])})`
}

const figureOf = (field: unknown) =>
  typeof field === 'object' && field !== null && 'value' in field ? field.value : field

function totalsOf(data: unknown): string {
  if (typeof data !== 'object' || data === null) return ''
  const { totals = data } = data as { totals?: object }
  const shown = Object.entries(totals as object)
    .filter(([, value]) => typeof value === 'number')
    .slice(0, 5)
    .map(([name, value]) => `${name} ${value}`)
  return shown.length === 0 ? '' : `: ${shown.join(', ')}`
}
