import type { ResponseOf } from '../../api/client.ts'

export type ExportFile = ResponseOf<'list-exports'>['data'][number]
export type Kind = ExportFile['kind']
export type Format = ExportFile['format']

export const kindNames: Readonly<Record<Kind, string>> = {
  answers: 'Answers',
  mentions: 'Who is named',
  citations: 'Sources cited',
  visits: 'AI visits',
}

/** What a row of the file is. */
export const kindWords: Readonly<Record<Kind, string>> = {
  answers: 'One row for each answer, with its text.',
  mentions:
    'One row for each answer and each of you and your competitors that it names: place, count and tone.',
  citations: 'One row for each answer and each page that it cites.',
  visits: 'One row for each fetch of your site by an AI bot. Only the period narrows it.',
}

export const formatNames: Readonly<Record<Format, string>> = {
  parquet: 'Parquet',
  ndjson: 'JSON lines',
  csv: 'CSV',
}

export const formatWords: Readonly<Record<Format, string>> = {
  parquet: 'Small and typed: for DuckDB, pandas, Spark and warehouses.',
  ndjson: 'A JSON object on each line: for programs.',
  csv: 'For spreadsheets: texts that could run as formulas begin with an apostrophe.',
}
