/** SQL with safely written values. Only the `sql` tag creates it. */
export interface Sql {
  readonly text: string
}

export type SqlValue = string | number | boolean | Date | Sql | readonly SqlValue[]

/**
 * Builds ClickHouse SQL with values as literals. The embedded engine serializes all queries with bound
 * parameters in the process; with literals, they run in parallel.
 */
export function sql(strings: TemplateStringsArray, ...values: SqlValue[]): Sql {
  let text = strings[0] as string
  values.forEach((value, index) => {
    text += literal(value) + strings[index + 1]
  })
  return { text }
}

/** Raw SQL from this program, never from input. */
sql.raw = (text: string): Sql => ({ text })

/** Joins conditions with AND; true if there are none. */
sql.and = (conditions: readonly Sql[]): Sql => ({
  text: conditions.length === 0 ? 'true' : conditions.map(({ text }) => `(${text})`).join(' AND '),
})

function literal(value: SqlValue): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`
  if (typeof value === 'number') return numberLiteral(value)
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Date) return `toDateTime64('${storedTime(value)}', 3, 'UTC')`
  if (isSql(value)) return value.text
  return `[${value.map(literal).join(',')}]`
}

/** Formats a time for rows: UTC, with milliseconds. */
export const storedTime = (time: Date) => time.toISOString().slice(0, 23).replace('T', ' ')

/** Converts a row's time from `toString` in SQL to the API's format. */
export const toTimestamp = (stored: string) => `${stored.replace(' ', 'T')}${stored.includes('.') ? '' : '.000'}Z`

const isSql = (value: object): value is Sql => 'text' in value

function numberLiteral(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`no SQL literal for ${value}`)
  return String(value)
}
