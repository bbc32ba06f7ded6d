import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/** The type of a column; nullable with a question mark. */
export type ColumnType = keyof typeof columnTypes

/** The type in ClickHouse, and in the file. */
export const columnTypes = {
  text: { clickhouse: 'String', parquet: 'string' },
  'text?': { clickhouse: 'Nullable(String)', parquet: 'string, or null' },
  texts: { clickhouse: 'Array(String)', parquet: 'list of strings' },
  time: { clickhouse: "DateTime64(3, 'UTC')", parquet: 'timestamp (UTC, milliseconds)' },
  integer: { clickhouse: 'Int64', parquet: 'int64' },
  'integer?': { clickhouse: 'Nullable(Int64)', parquet: 'int64, or null' },
  number: { clickhouse: 'Float64', parquet: 'double' },
  'number?': { clickhouse: 'Nullable(Float64)', parquet: 'double, or null' },
  boolean: { clickhouse: 'Bool', parquet: 'boolean' },
} as const

/** A column of an export. Files, documentation and tests derive from it. */
export interface ExportColumn {
  name: string
  type: ColumnType
  meaning: string
  /** Its value, from columns of the rows `r`. */
  value: (names: Names) => Sql
}

export interface PromptNames {
  id: string
  text: string
  topicId: string
  topic: string
  tags: string[]
}

export interface Names {
  /** By number, for the prompts in the rows. */
  prompts: ReadonlyMap<number, PromptNames>
  /** The brand and its active competitors, by number. */
  entities: ReadonlyMap<number, Owner>
  /** Brand or competitor by domain. */
  owners: ReadonlyMap<string, Owner>
}

export interface Owner {
  id: string
  name: string
  isOurBrand: boolean
}

/** Maps a value to its name; empty if unknown. */
export function named<K extends string | number, V>(
  value: Sql,
  known: ReadonlyMap<K, V>,
  show: (of: V) => string,
): Sql {
  if (known.size === 0) return sql`''`
  return sql`transform(${value}, ${[...known.keys()]}, ${[...known.values()].map(show)}, '')`
}

/** Null for an empty text. */
export const orNull = (text: Sql): Sql => sql`nullIf(${text}, '')`

/** @param value defaults to the column of the rows with the same name */
export const column = (
  name: string,
  type: ColumnType,
  meaning: string,
  value: ExportColumn['value'] = () => sql.raw(`r.${name}`),
): ExportColumn => ({ name, type, meaning, value })

export const optionalText = (name: string, meaning: string) =>
  column(name, 'text?', meaning, () => orNull(sql.raw(`r.${name}`)))

export const answerColumns: readonly ExportColumn[] = [
  column('answer_id', 'text', 'Answer id, as `id` of executions; joins the files', () => {
    return sql`toString(r.answer_id)`
  }),
  column('executed_at', 'time', 'Time of the request'),
  column('engine', 'text', 'Slug of the AI search engine'),
  column('country', 'text', 'Market (ISO 3166-1)'),
  column('prompt_id', 'text?', 'Prompt id; null if the prompt was deleted', ({ prompts }) =>
    orNull(named(sql`r.prompt`, prompts, ({ id }) => id)),
  ),
  column('topic_id', 'text?', 'Topic id of the prompt at export time', ({ prompts }) =>
    orNull(named(sql`r.prompt`, prompts, ({ topicId }) => topicId)),
  ),
]

/** The SELECT list over rows `r`, cast to the declared types. */
export const selected = (columns: readonly ExportColumn[], names: Names): Sql =>
  listed(
    columns.map(
      ({ name, type, value }) =>
        sql`CAST(${value(names)} AS ${sql.raw(columnTypes[type].clickhouse)}) AS ${sql.raw(name)}`,
    ),
  )

/**
 * Text that a spreadsheet would run as a formula: `startsFormula` of the API's CSV in RE2 syntax, including
 * characters that spreadsheets drop.
 */
const startsFormula =
  '^[\\x00\\t\\n\\x0B\\f\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}]*' +
  '[=+\\-@＝＋－＠]|^[\\t\\r]'

/** The columns as CSV cells: lists have one item per line, and no text runs as a formula. */
export const toCsvCells = (columns: readonly ExportColumn[]): Sql =>
  listed(
    columns.map(({ name, type }) => {
      const column = sql.raw(name)
      if (type === 'texts') return sql`${escapeFormula(sql`arrayStringConcat(${column}, '\n')`)} AS ${column}`
      return type.startsWith('text') ? sql`${escapeFormula(column)} AS ${column}` : column
    }),
  )

const escapeFormula = (text: Sql): Sql => sql`if(match(${text}, ${startsFormula}), concat('''', ${text}), ${text})`

const listed = (parts: readonly Sql[]): Sql => sql.raw(parts.map(({ text }) => text).join(', '))
