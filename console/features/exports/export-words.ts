import type { ResponseOf } from '../../api/client.ts'

export type ExportFile = ResponseOf<'list-exports'>['data'][number]
export type Kind = ExportFile['kind']
export type Format = ExportFile['format']

export const kindNames: Readonly<Record<Kind, string>> = {
  answers: 'Answers',
  mentions: 'Mentions',
  citations: 'Citations',
  visits: 'Bot visits',
}

/** Rows of each export. */
export const kindWords: Readonly<Record<Kind, string>> = {
  answers: 'One row per answer, with its text.',
  mentions: 'One row per answer and mentioned brand, with position, count and sentiment.',
  citations: 'One row per answer and cited page.',
  visits: 'One row per AI bot visit to your site. Only the date range applies.',
}

export const formatNames: Readonly<Record<Format, string>> = {
  parquet: 'Parquet',
  ndjson: 'JSON Lines',
  csv: 'CSV',
}

export const formatWords: Readonly<Record<Format, string>> = {
  parquet: 'Compact and typed, for DuckDB, pandas, Spark and warehouses.',
  ndjson: 'One JSON object per line, for scripts.',
  csv: 'For spreadsheets. Text that could run as a formula starts with an apostrophe.',
}
