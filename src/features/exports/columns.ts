import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/** What a column holds; with a question mark it may be null. */
export type ColumnType = keyof typeof columnTypes

/** Each type in ClickHouse, and what a file holds of it. */
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

/** A column of an export: files, their documentation and tests are made of this declaration. */
export interface ExportColumn {
  name: string
  type: ColumnType
  meaning: string
  /** What it is, over columns of the rows `r`. */
  value: (names: Names) => Sql
}

/** What a prompt is called, and where it belongs. */
export interface PromptNames {
  id: string
  text: string
  topicId: string
  topic: string
  tags: string[]
}

/** Names of what rows hold as numbers or domains. */
export interface Names {
  /** By their numbers, as far as the rows have them. */
  prompts: ReadonlyMap<number, PromptNames>
  /** The brand and its active competitors by their numbers. */
  entities: ReadonlyMap<number, Owner>
  /** Whose a domain is. */
  owners: ReadonlyMap<string, Owner>
}

export interface Owner {
  id: string
  name: string
  isOurBrand: boolean
}

/** What a value stands for; empty for others. */
export function named<K extends string | number, V>(
  value: Sql,
  known: ReadonlyMap<K, V>,
  show: (of: V) => string,
): Sql {
  if (known.size === 0) return sql`''`
  return sql`transform(${value}, ${[...known.keys()]}, ${[...known.values()].map(show)}, '')`
}

/** A text, or null for an empty one. */
export const orNull = (text: Sql): Sql => sql`nullIf(${text}, '')`

/** What of a prompt is the same in all exports of answers. */
const promptColumns: readonly ExportColumn[] = [
  {
    name: 'prompt_id',
    type: 'text?',
    meaning: 'The prompt; null where it was deleted',
    value: ({ prompts }) => orNull(named(sql`r.prompt`, prompts, ({ id }) => id)),
  },
  {
    name: 'topic_id',
    type: 'text?',
    meaning: 'The prompt’s topic when the export was made',
    value: ({ prompts }) => orNull(named(sql`r.prompt`, prompts, ({ topicId }) => topicId)),
  },
]

/** What of an answer is the same in all exports of answers. */
export const answerColumns: readonly ExportColumn[] = [
  {
    name: 'answer_id',
    type: 'text',
    meaning: 'The answer, as `id` of executions: what files are joined by',
    value: () => sql`toString(r.answer_id)`,
  },
  { name: 'executed_at', type: 'time', meaning: 'When it was asked for', value: () => sql`r.executed_at` },
  { name: 'engine', type: 'text', meaning: 'Slug of the AI search engine', value: () => sql`r.engine` },
  {
    name: 'country',
    type: 'text',
    meaning: 'Country that it was asked from (ISO 3166)',
    value: () => sql`r.country`,
  },
  ...promptColumns,
]

/** Columns of a SELECT over rows `r`, each of its declared type. */
export const selected = (columns: readonly ExportColumn[], names: Names): Sql =>
  listed(
    columns.map(
      ({ name, type, value }) =>
        sql`CAST(${value(names)} AS ${sql.raw(columnTypes[type].clickhouse)}) AS ${sql.raw(name)}`,
    ),
  )

/**
 * What makes a spreadsheet take a text for a formula, or is dropped before that: `startsFormula` of the API's CSV, in the
 * words of RE2.
 */
const startsFormula =
  '^[\\x00\\t\\n\\x0B\\f\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}]*' +
  '[=+\\-@＝＋－＠]|^[\\t\\r]'

/** The same columns as cells of CSV: lists are one text, a line for each, and no text runs as a formula. */
export const toCsvCells = (columns: readonly ExportColumn[]): Sql =>
  listed(
    columns.map(({ name, type }) => {
      const column = sql.raw(name)
      if (type === 'texts') return sql`${harmless(sql`arrayStringConcat(${column}, '\n')`)} AS ${column}`
      return type.startsWith('text') ? sql`${harmless(column)} AS ${column}` : column
    }),
  )

const harmless = (text: Sql): Sql => sql`if(match(${text}, ${startsFormula}), concat('''', ${text}), ${text})`

const listed = (parts: readonly Sql[]): Sql => sql.raw(parts.map(({ text }) => text).join(', '))
