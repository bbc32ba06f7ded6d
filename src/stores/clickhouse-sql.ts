/** A piece of SQL whose values are already written out safely. Made by the `sql` tag only. */
export interface Sql {
  readonly text: string
}

export type SqlValue = string | number | boolean | Date | Sql | readonly SqlValue[]

/**
 * Builds SQL for ClickHouse with values written as literals. The embedded engine runs queries with bound parameters
 * one after another in the whole process; literals leave it free to run them side by side.
 */
export function sql(strings: TemplateStringsArray, ...values: SqlValue[]): Sql {
  let text = strings[0] as string
  values.forEach((value, index) => {
    text += literal(value) + strings[index + 1]
  })
  return { text }
}

/** Text that is SQL already and comes from this program, never from input. */
sql.raw = (text: string): Sql => ({ text })

/** Conditions joined by AND; true where there are none. */
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

/** A time as ClickHouse reads it in rows: UTC, to the millisecond. */
export const storedTime = (time: Date) => time.toISOString().slice(0, 23).replace('T', ' ')

/** A time of a row, as `toString` in SQL writes it, as the API shows it. */
export const toTimestamp = (stored: string) =>
  `${stored.replace(' ', 'T')}${stored.includes('.') ? '' : '.000'}Z`

const isSql = (value: object): value is Sql => 'text' in value

function numberLiteral(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`no SQL literal for ${value}`)
  return String(value)
}
