import { joinParquet } from '../../lib/join-parquet.ts'
import type { FileFormat } from '../../stores/clickhouse.ts'

export const exportFormats = ['parquet', 'ndjson', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Concatenates files with the same columns. */
interface Join {
  /** Returns the bytes to append to the joined file. */
  add(file: Buffer): Buffer
  end(): Buffer
  /** Rows added so far. */
  rows(): number
}

export interface Format {
  contentType: string
  /** Format of the first file, which has no rows. */
  head: FileFormat
  body: FileFormat
  /** Texts are spreadsheet cells. */
  hasCells?: true
  join(): Join
}

const times = { date_time_output_format: 'iso' }

const parquet: FileFormat = {
  name: 'Parquet',
  settings: {
    output_format_parquet_compression_method: 'zstd',
    output_format_parquet_string_as_string: 1,
    // Indexes contain file offsets, which joining changes.
    output_format_parquet_write_page_index: 0,
    output_format_parquet_write_bloom_filter: 0,
  },
}

const ndjson: FileFormat = {
  name: 'JSONEachRow',
  settings: {
    ...times,
    output_format_json_quote_64bit_integers: 0,
    output_format_json_escape_forward_slashes: 0,
    output_format_json_validate_utf8: 1,
  },
}

const csvSettings = {
  ...times,
  output_format_csv_crlf_end_of_line: 1,
  format_csv_null_representation: '',
}

/** A row ends at a line break outside quotes. A quote in a text is doubled. */
function countRecords(csv: Buffer): number {
  let records = 0
  let isQuoted = false
  for (const byte of csv) {
    if (byte === quote) isQuoted = !isQuoted
    else if (byte === lineEnd && !isQuoted) records += 1
  }
  return records
}

function countLines(text: Buffer): number {
  let lines = 0
  for (let at = text.indexOf(lineEnd); at !== -1; at = text.indexOf(lineEnd, at + 1)) lines += 1
  return lines
}

const quote = 0x22
const lineEnd = 0x0a

function joinTexts(count: (text: Buffer) => number, heads: number): Join {
  let rows = -heads
  return {
    add(file) {
      rows += count(file)
      return file
    },
    end: () => Buffer.alloc(0),
    rows: () => rows,
  }
}

export const formats: Readonly<Record<ExportFormat, Format>> = {
  parquet: {
    contentType: 'application/vnd.apache.parquet',
    head: parquet,
    body: parquet,
    join: joinParquet,
  },
  ndjson: {
    contentType: 'application/x-ndjson',
    head: ndjson,
    body: ndjson,
    join: () => joinTexts(countLines, 0),
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: { name: 'CSVWithNames', settings: csvSettings },
    body: { name: 'CSV', settings: csvSettings },
    hasCells: true,
    join: () => joinTexts(countRecords, 1),
  },
}
