import type { JSONObject, JSONValue } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { isTodayByDefault } from '../../kernel/fields.ts'
import { inputSchema, type Operation, pathFields } from '../../kernel/operation.ts'
import { innerSchema } from '../../kernel/text-input.ts'
import { nameListOf } from '../names/resolve-names.ts'
import fields from './shown-fields.json' with { type: 'json' }
import type { Arguments, Caller, InputSchema } from './tool.ts'

/** The operation's fields in the public API; others exist only in the CLI. */
export function fieldsOfTool(operation: Operation): string[] {
  const { http } = operation
  const all = Object.keys(inputSchema(operation).shape).filter((name) => !isDeprecated(operation, name))
  if (http === undefined || http.method === 'GET') return all
  const taken = [...pathFields(http.path), ...(http.query ?? []), ...(http.body ?? [])]
  return all.filter((name) => taken.includes(name))
}

const isDeprecated = (operation: Operation, name: string) => {
  const schema = inputSchema(operation).shape[name]
  return schema !== undefined && z.globalRegistry.get(schema)?.deprecated === true
}

export const brandProperty = {
  type: 'string',
  description: 'Brand name or id; optional if there is only one',
}

export const idempotencyProperty = {
  type: 'string',
  description:
    'Identifies this attempt; send it again to retry safely. Without it, the same call within a day runs once',
}

/** The input schema of an operation's tool, without parts that models do not need (patterns of ids). */
export function inputSchemaOf(operation: Operation): InputSchema {
  const { shape } = inputSchema(operation)
  const names = fieldsOfTool(operation)
  const isWrite = operation.http?.method !== 'GET'
  const required = names.filter((name) => !(shape[name] as z.ZodType).safeParse(undefined).success)
  return {
    type: 'object',
    properties: {
      ...(operation.on === 'brand' ? { brand: brandProperty } : {}),
      ...propertiesOf(operation, names),
      ...(isWrite ? { idempotency_key: idempotencyProperty } : {}),
    },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

/** Properties of an operation's fields. Fields that take names say so. */
export function propertiesOf(operation: Operation, names: readonly string[]): Record<string, JSONObject> {
  const { shape } = inputSchema(operation)
  const property = (name: string) => ({
    ...compactSchema(jsonSchema(shape[name] as z.ZodType)),
    ...pickDescription(nameListOf(name)),
  })
  return Object.fromEntries(names.map((name) => [name, property(name)]))
}

const pickDescription = ({ description }: { description?: string } = {}) =>
  description === undefined ? {} : { description }

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JSONObject

/** Keywords that cost a model more tokens than they help; errors explain invalid values. */
const omittedKeywords = new Set(fields.omittedKeywords)
/** Every integer has JavaScript's bounds. */
const isUnbounded = (name: string, value: unknown) =>
  (name === 'maximum' || name === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER

function compactSchema(schema: JSONObject): JSONObject {
  const kept = Object.entries(schema).filter(
    ([name, value]) =>
      !omittedKeywords.has(name) && !isUnbounded(name, value) && !(name === 'additionalProperties' && value === false),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, compactValue(value)]))
}

function compactValue(value: JSONValue | undefined): JSONValue {
  if (Array.isArray(value)) return value.map(compactValue)
  return typeof value === 'object' && value !== null ? compactSchema(value) : (value ?? null)
}

/** Normalizes arguments: a single value becomes a list if needed, and null omits a field of a read. */
export function readArguments(
  operation: Operation | undefined,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const shape = operation === undefined ? {} : inputSchema(operation).shape
  const isRead = operation?.http?.method === 'GET'
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (value === undefined || (value === null && isRead)) return []
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      const isSingle = value !== null && !Array.isArray(value)
      const takesList = field !== undefined && innerSchema(field) instanceof z.ZodArray
      return [[name, isSingle && takesList ? [value] : value]]
    }),
  )
}

/** Lists of single answers, visits, alerts and notes, newest first; they compare nothing. */
const newestFirstLists = ['list-executions', 'list-crawler-visits', 'list-visibility-alerts', 'list-notes']

/** Figures without an end date end yesterday: today is partial and must not be compared. */
export function inWholeDays(operation: Operation | undefined, input: Arguments, caller: Caller): Arguments {
  if (operation === undefined) return input
  const { end_date } = inputSchema(operation).shape
  const hasPeriod = end_date !== undefined && isTodayByDefault(end_date) && !newestFirstLists.includes(operation.name)
  const yesterday = new Date(caller.now().getTime() - 86_400_000).toISOString().slice(0, 10)
  const { start_date } = input
  const startsLater = typeof start_date === 'string' && start_date > yesterday
  if (!hasPeriod || input.end_date !== undefined || startsLater) return input
  return { ...input, end_date: yesterday }
}
