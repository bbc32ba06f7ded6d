import type { JSONObject } from '@modelcontextprotocol/server'
import { inputSchema } from '../../../kernel/operation.ts'
import { inWholeDays } from '../input-schema.ts'
import { summarizeResult } from '../summary.ts'
import { thirdPartyFieldsOf } from '../third-party.ts'
import type { Reply } from '../tool.ts'
import { askTool, leftOut, metaOf, pick, type Row, rowsOf } from './ask-tool.ts'

/** One operation of a question: what it reads, and the fields that the tool shows. */
interface Part {
  operation: string
  input?: Row
  shows: string[]
  /** Fields of its metadata. */
  meta?: string[]
  /** The operation that shows each of its rows, and the field that takes the row's id. */
  each?: { operation: string; field: string }
  /** Arguments that add or remove this part. */
  when?: string
  unless?: string
}

export interface Question {
  name: string
  title: string
  description: string
  filters: string[]
  properties?: Record<string, JSONObject>
  parts: Record<string, Part>
}

const limitProperty = { type: 'integer', description: 'Rows per list, up to 100' }

/** A tool whose parts are operations side by side. Each part gets the filters that its operation has. */
export const questionTool = ({ parts, properties, ...tool }: Question) =>
  askTool({
    ...tool,
    properties: { ...properties, limit: limitProperty },
    operations: [
      ...new Set(Object.values(parts).flatMap(({ operation, each }) => [operation, ...(each ? [each.operation] : [])])),
    ],
    async answer({ caller, read, filters, given }) {
      const isChosen = ({ when, unless }: Part) =>
        (when === undefined || given[when] !== undefined) && (unless === undefined || given[unless] === undefined)
      const chosen = Object.entries(parts).filter(([, part]) => isChosen(part))
      const fieldsOf = ({ operation }: Part) => Object.keys(inputSchema(caller.operation(operation)).shape)
      const reads = chosen.map(([name, part]) => {
        const own = { ...pick({ ...given, ...filters }, ...fieldsOf(part)), ...part.input }
        const input = 'limit' in own ? { ...own, ...pick(given, 'limit') } : own
        const operation = caller.operation(part.operation)
        return [name, [part.operation, inWholeDays(operation, input, caller)] as const] as const
      })
      const found = await read(Object.fromEntries(reads))
      for (const [name, { each }] of chosen) {
        const ids = each === undefined ? [] : rowsOf(found[name]).map(({ id }) => String(id))
        if (each === undefined || ids.length === 0) continue
        const readOf = (id: string) => [id, [each.operation, { [each.field]: id }] as const] as const
        const rows = await read(Object.fromEntries(ids.map(readOf)))
        found[name] = { ...found[name], data: ids.map((id) => rows[id]?.data) }
      }
      const shown = chosen.filter(([name]) => found[name] !== undefined)
      const unfiltered = shown.flatMap(([name, part]) => {
        const missing = tool.filters.filter((field) => field in given && !fieldsOf(part).includes(field))
        return missing.length === 0 ? [] : [{ list: name, not_filtered_by: missing }]
      })
      const summaries = shown.map(([name, { operation }]) => {
        const { data, meta } = found[name] as Reply
        return `${name.replaceAll('_', ' ')}: ${summarizeResult(caller.operation(operation), { data, meta })}`
      })
      return {
        digest: summaries,
        content: {
          ...Object.assign({}, ...shown.map(([name, part]) => contentOf(name, part, found[name] as Reply))),
          unfiltered,
        },
        thirdParty: chosen.flatMap(([, { operation }]) => thirdPartyFieldsOf(operation)),
      }
    },
  })

function contentOf(name: string, { shows, meta = [] }: Part, reply: Reply): Row {
  const { total, ...all } = metaOf(reply)
  const own = Object.fromEntries(meta.map((field) => [`${name}_${field}`, { total, ...all }[field]]))
  if (!Array.isArray(reply.data)) return { [name]: pick(reply.data as Row, ...shows), ...own }
  const rows = rowsOf(reply)
  const more = reply.pagination?.has_more ? 'more; raise limit' : undefined
  return {
    ...own,
    [name]: rows.map((row) => pick(row, ...shows)),
    [`${name}_left_out`]: typeof total === 'number' ? leftOut(total - rows.length, 'raise limit') : more,
  }
}
