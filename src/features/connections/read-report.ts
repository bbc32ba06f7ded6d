import { parse } from 'csv-parse/sync'
import { invalidRequest } from '../../lib/errors.ts'
import kinds from './kinds.json' with { type: 'json' }
import { type Dimension, type DimensionValues, dimensions } from './tables.ts'

export const kindNames = Object.keys(kinds) as [Kind, ...Kind[]]
export type Kind = keyof typeof kinds

/** The columns of a report, from its header. */
export interface Report {
  /** Its dimensions in a fixed order, separated by commas. */
  name: string
  delimiter: string
  columns: (Dimension | 'count' | undefined)[]
}

export interface ReportRow {
  dimensions: DimensionValues
  count: number
}

const delimiters = [',', ';', '\t'] as const
const maxText = 2000

/**
 * Reads the header of a downloaded report.
 * @throws ApiError invalid_request if it lacks the count or all dimensions
 */
export function readHeader(kind: Kind, line: string): Report {
  const { count, columns } = kinds[kind] as { count: string[]; columns: Partial<Record<Dimension, string[]>> }
  const cellsBy = (delimiter: string) => cellsOf(line, delimiter)
  const delimiter = delimiters.toSorted((a, b) => cellsBy(b).length - cellsBy(a).length)[0] as string
  const found = cellsBy(delimiter).map((cell) => {
    const name = cell.trim().toLowerCase()
    if (count.includes(name)) return 'count'
    return dimensions.find((dimension) => columns[dimension]?.includes(name))
  })
  const given = dimensions.filter((dimension) => found.includes(dimension))
  if (!found.includes('count') || given.length === 0)
    throw invalidRequest(
      `file: the first line must name a column ${count.join(' or ')} and one of ${Object.values(columns).flat().join(', ')}`,
    )
  if (new Set(found.filter(Boolean)).size < found.filter(Boolean).length)
    throw invalidRequest('file: the first line names a column twice')
  return { name: given.join(','), delimiter, columns: found }
}

/** @throws Error that says why the line does not fit */
export function readRow({ columns, delimiter }: Report, line: string): ReportRow {
  const cells = cellsOf(line, delimiter)
  if (cells.length !== columns.length) throw new Error(`must have ${columns.length} columns, with matching quotes`)
  const row: ReportRow = { dimensions: {}, count: 0 }
  columns.forEach((column, index) => {
    const text = (cells[index] as string).trim()
    if (column === 'count') row.count = readCount(text)
    else if (column !== undefined) row.dimensions[column] = readValue(column, text)
  })
  return row
}

function cellsOf(line: string, delimiter: string): string[] {
  try {
    const [cells = []] = parse(line, { delimiter, bom: true, relax_column_count: true }) as string[][]
    return cells
  } catch {
    // Quotes that do not match.
    return []
  }
}

function readCount(text: string): number {
  const count = /^(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
  if (!Number.isSafeInteger(count)) throw new Error('the count must be a whole number')
  return count
}

function readValue(dimension: Dimension, text: string): string {
  if (text === '' || text.length > maxText || text.includes('\0') || !text.isWellFormed())
    throw new Error(`${dimension} must have 1 to ${maxText} valid characters`)
  // Other notations are ambiguous: 03/04 is March or April.
  if (dimension === 'day' && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) !== text)
    throw new Error('day must be a date as YYYY-MM-DD')
  return text
}
