import { z } from 'zod'
import { timestamp } from '../../kernel/fields.ts'
import { validate } from '../../kernel/validation.ts'
import { country } from '../../lib/countries.ts'
import { uuidFromText } from '../../lib/hashed-uuid.ts'
import { parseJsonLine } from '../../lib/lines.ts'
import type { ProviderAnswer } from '../../lib/providers/provider-answer.ts'
import { formatNamed, type ResponseFormat, responseFormats } from '../../lib/providers/providers.ts'
import { readResponse } from '../../lib/providers/read-response.ts'
import { promptText } from '../prompts/index.ts'
import { tagFields } from '../tags/index.ts'
import { parseTopic, type TopicPath } from '../topics/index.ts'
import { type AnswerContent, contentFields, contentOf, type GivenContent, storable } from './answer-content.ts'

export interface AnswerLine {
  /** Derived from brand and source id, so that repeated imports yield the same id. */
  answerId: string
  sourceId: string
  prompt: string
  engine: string
  country: string
  executedAt: Date
  topic: TopicPath
  tags: string[]
  content: AnswerContent
  raw: RawResponse | undefined
}

/** A raw response with the fields of its line: the input for its content. */
export interface RawResponse {
  format: ResponseFormat
  body: string
  given: GivenContent
}

const lineSchema = z.strictObject({
  id: storable(1000).min(1).optional(),
  prompt: promptText,
  engine: z.string().optional(),
  executed_at: timestamp,
  country: country.optional(),
  topic: z.string().max(2000).optional(),
  tags: z.array(tagFields.name).max(100).default([]),
  response: z.unknown().optional(),
  format: z.enum(responseFormats).optional(),
  ...contentFields,
})
type LineFields = z.output<typeof lineSchema>

/** The range of times that both databases support. */
const earliest = Date.UTC(1970, 0, 1)
const latest = Date.UTC(2200, 0, 1)

export interface LineRules {
  brandId: string
  findEngine(name: string): string | undefined
  /** Default format of responses. */
  format?: ResponseFormat | undefined
  /** Older answers are rejected. */
  retainedSince?: Date | undefined
}

/**
 * Reads one line of an answers file.
 * @throws ApiError or Error with the reason for the rejection
 */
export function parseAnswerLine(line: string, rules: LineRules): AnswerLine {
  const fields = validate(lineSchema, parseJsonLine(line))
  const { id, prompt, executed_at, response, format, engine: named, country: inCountry, topic, tags, ...given } = fields
  const raw = rawResponse(fields, given, rules.format)
  const body = raw === undefined ? undefined : readResponse(raw.format, raw.body)
  const engine = engineOf(named, raw, body, rules)
  const executedAt = checkedTime(executed_at, rules)
  return {
    answerId: uuidFromText(JSON.stringify([rules.brandId, id ?? identityOf(fields, engine, executedAt, raw)])),
    sourceId: id ?? '',
    prompt,
    engine,
    country: inCountry ?? body?.country ?? 'US',
    executedAt,
    topic: parseTopic(topic),
    tags: [...new Set(tags)],
    content: contentOf(given, body),
    raw,
  }
}

/** @throws Error if answer, response and format conflict */
function rawResponse(
  { response, format: named, answer }: LineFields,
  given: GivenContent,
  defaultFormat: ResponseFormat | undefined,
): RawResponse | undefined {
  if (response === undefined) {
    if (named !== undefined) throw new Error('format must be omitted without a response')
    return undefined
  }
  if (answer !== undefined) throw new Error('answer must be omitted with a response')
  const format = named ?? defaultFormat
  if (format === undefined) throw new Error(`format is required with a response: one of ${responseFormats.join(', ')}`)
  return { format, body: bodyText(response), given }
}

function bodyText(response: unknown): string {
  if (typeof response === 'string') {
    if (!response.isWellFormed()) throw new Error('response must be well-formed Unicode, without lone surrogates')
    return response
  }
  if (typeof response !== 'object' || response === null) throw new Error('response must be an object or a string')
  try {
    return JSON.stringify(response)
  } catch {
    throw new Error('response is nested too deeply')
  }
}

function engineOf(
  named: string | undefined,
  raw: RawResponse | undefined,
  body: ProviderAnswer | undefined,
  { findEngine }: LineRules,
): string {
  const name = named ?? body?.engine ?? (raw && formatNamed(raw.format).engine)
  if (name === undefined)
    throw new Error(`engine is required: ${raw === undefined ? 'text' : 'the response does not name it'}`)
  const engine = findEngine(name)
  if (engine === undefined) throw new Error(`engine: unknown engine ${JSON.stringify(name.slice(0, 100))}`)
  return engine
}

function checkedTime(executed_at: string, { retainedSince }: LineRules): Date {
  const executedAt = new Date(executed_at)
  if (!(executedAt.getTime() >= earliest && executedAt.getTime() < latest)) {
    throw new Error('executed_at must be a time from 1970 to 2199')
  }
  if (retainedSince !== undefined && executedAt < retainedSince)
    throw new Error(`executed_at must not be before ${retainedSince.toISOString()}, the start of the answer retention`)
  return executedAt
}

/** Identifies an answer without an id. Excludes values known only from the response, except the engine. */
function identityOf(
  { prompt, country, answer = '', source, replicate, language, location }: LineFields,
  engine: string,
  executedAt: Date,
  raw: RawResponse | undefined,
): unknown[] {
  const more = Object.entries({ source, replicate, language, location }).filter(([, value]) => value !== undefined)
  const asked = [prompt, engine, country ?? 'US', executedAt.toISOString()]
  return [...asked, raw?.body ?? answer, ...more]
}
