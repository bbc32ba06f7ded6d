import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ApiError, errorBody } from '../../lib/errors.ts'
import fixes from './fixes.json' with { type: 'json' }
import { untrustedIn } from './third-party.ts'
import { ReplayedError, type ToolResponse } from './tool.ts'

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const hasRows = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isRow) : isRow(value) && Object.values(value).some(hasRows)

/** Renders content as Markdown with every value in it: single values as lines, rows as tables. */
export const renderText = (content: Row): string => blocksOf(content, '').join('\n\n')

function blocksOf(content: Row, path: string): string[] {
  const lines: string[] = []
  const blocks: string[] = []
  for (const [name, value] of Object.entries(content)) {
    const label = `${path}${name}`
    const isNested = isRow(value) && Object.values(value).some((part) => isRow(part) && !rangeOf(part))
    if (isNested && !hasRows(value)) blocks.push(`${label}:\n\n${tableOf([value])}`)
    else if (!hasRows(value)) lines.push(lineOf(label, value))
    else if (isRow(value)) blocks.push(...blocksOf(value, `${label}.`))
    else blocks.push(`${label}:\n\n${tableOf(value as unknown[])}`)
  }
  return [...(lines.length === 0 ? [] : [lines.join('\n')]), ...blocks]
}

/** Quotes texts of several lines, so that none of their lines looks like one of ours. */
const lineOf = (label: string, value: unknown) =>
  typeof value === 'string' && /[\r\n]/.test(value)
    ? `${label}:\n${value.replaceAll(/^|\r\n?|\n/g, (end) => `${end && '\n'}> `)}`
    : `${label}: ${inline(value)}`

function tableOf(rows: readonly unknown[]): string {
  const flat = rows.map((row) => new Map(cellsOf(isRow(row) ? row : { value: row }, '')))
  const columns = [...new Set(flat.flatMap((cells) => [...cells.keys()]))]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns),
    line(columns.map(() => '-')),
    ...flat.map((cells) => line(columns.map((column) => cells.get(column) ?? ''))),
  ].join('\n')
}

/** Drops ids of named topics, owners and the like, as tools take names. */
const partsOf = (row: Row, isWhole: boolean) =>
  Object.entries(row).filter(
    ([field]) =>
      !(
        (!isWhole && field === 'id' && 'name' in row) ||
        (field.replace(/_id$/, '_name') in row && field.endsWith('_id'))
      ),
  )

const cellsOf = (row: Row, path: string): (readonly [string, string])[] =>
  partsOf(row, path === '').flatMap(([name, value]) =>
    isRow(value) && rangeOf(value) === undefined
      ? cellsOf(value, `${path}${name}.`)
      : [[`${path}${name}`, inline(value).replaceAll('|', '\\|')] as const],
  )

function inline(value: unknown): string {
  if (Array.isArray(value)) return value.map(inline).join(hasRows(value) ? '; ' : ', ')
  if (!isRow(value)) return String(value ?? '').replaceAll(/\s+/g, ' ')
  const words = partsOf(value, false).map(([name, part]) => `${name} ${inline(part)}`)
  return rangeOf(value) ?? words.join(', ')
}

/** An interval, or a value with one, in words. Undefined for any other record. */
function rangeOf({ value, low, high, start_date, end_date, ...others }: Row): string | undefined {
  if (Object.keys(others).length > 0) return undefined
  const [from, to] = low === undefined ? [start_date, end_date] : [low, high]
  if (from === undefined || to === undefined) return undefined
  return value === undefined ? `${from} to ${to}` : `${value} (${from} to ${to})`
}

/** Whether the text has everything, for clients that pass only text to the model, or only the digest. */
export const resultForms = ['text', 'structured'] as const
export type ResultForm = (typeof resultForms)[number]

export const isResultForm = (text: unknown): text is ResultForm => resultForms.some((form) => form === text)

/** Builds a tool's result. Names third-party texts before the content. */
export function toolResult({ digest, content, thirdParty }: ToolResponse, form: ResultForm): CallToolResult {
  const { untrusted } = untrustedIn(content, thirdParty)
  const structuredContent = { digest, ...(untrusted && { untrusted }), ...content }
  const warning = untrusted && `${untrusted.notice} (${untrusted.fields.join(', ')}).`
  const all = [digest, warning, renderText(content)].filter(Boolean).join('\n\n')
  return { content: [{ type: 'text', text: form === 'text' ? all : digest }], structuredContent }
}

/** Builds an error result that tells a model what is wrong and how to fix it. */
export function errorResult(error: ApiError, requestId: string): CallToolResult {
  const { code, message, request_id } = errorBody(error, requestId).error
  const fix = fixOf(error)
  return {
    isError: true,
    content: [{ type: 'text', text: `${message}. ${fix}` }],
    structuredContent: { error: { code, message, fix, request_id } },
  }
}

function fixOf(error: ApiError): string {
  const { code, resource, retryAfterSeconds = 10 } = error
  const key =
    error instanceof ReplayedError
      ? 'replayed'
      : code === 'not_found'
        ? `${code}:${resource === 'brand' ? 'brand' : 'other'}`
        : code
  return (new Map(Object.entries(fixes)).get(key) ?? fixes.default).replace('{seconds}', String(retryAfterSeconds))
}
