import { z } from 'zod'
import { timestamp } from '../../kernel/fields.ts'
import { validate } from '../../kernel/validation.ts'
import { country } from '../../lib/countries.ts'
import { hashedUuid } from '../../lib/hashed-uuid.ts'
import type { GivenCitation } from '../../lib/text/citations/citations.ts'
import { promptText } from '../prompts/index.ts'
import { tagFields } from '../tags/index.ts'
import { type TopicPath, topicName, unassignedTopic } from '../topics/index.ts'

/** One valid line of an answers file. */
export interface AnswerLine {
  /** Derived from brand and source id, so that the same answer has the same id on every import. */
  answerId: string
  sourceId: string
  prompt: string
  engine: string
  country: string
  executedAt: Date
  answer: string
  topic: TopicPath
  tags: string[]
  model: string
  citations: GivenCitation[]
  searchQueries: string[]
}

const storable = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode, without lone surrogates')

const lineSchema = z.strictObject({
  id: storable(1000).min(1).optional(),
  prompt: promptText,
  engine: z.string(),
  executed_at: timestamp,
  answer: storable(2_000_000).min(1),
  country: country.default('US'),
  topic: z.string().max(2000).optional(),
  tags: z.array(tagFields.name).max(100).default([]),
  model: storable(200).default(''),
  citations: z
    .array(z.strictObject({ url: storable(100_000), title: storable(10_000).nullish() }))
    .max(1000)
    .default([]),
  search_queries: z.array(storable(10_000)).max(1000).default([]),
})

/** Times that both stores and every reader can hold. */
const earliest = Date.UTC(1970, 0, 1)
const latest = Date.UTC(2200, 0, 1)

/**
 * Reads one line of an answers file.
 * @param retainedSince answers from before this time are not kept
 * @throws ApiError or Error whose message is the reason for its rejection
 */
export function parseAnswerLine(
  brandId: string,
  line: string,
  findEngine: (name: string) => string | undefined,
  retainedSince?: Date,
): AnswerLine {
  const fields = validate(lineSchema, parseJson(line))
  const engine = findEngine(fields.engine)
  if (engine === undefined)
    throw new Error(`engine: unknown engine ${JSON.stringify(fields.engine.slice(0, 100))}`)
  const executedAt = new Date(fields.executed_at)
  if (!(executedAt.getTime() >= earliest && executedAt.getTime() < latest)) {
    throw new Error('executed_at must be a time from 1970 to 2199')
  }
  if (retainedSince !== undefined && executedAt < retainedSince)
    throw new Error(
      `executed_at is before ${retainedSince.toISOString()}: answers from then are not kept any more`,
    )
  const identity = fields.id ?? [
    fields.prompt,
    engine,
    fields.country,
    executedAt.toISOString(),
    fields.answer,
  ]
  return {
    answerId: hashedUuid(JSON.stringify([brandId, identity])),
    sourceId: fields.id ?? '',
    prompt: fields.prompt,
    engine,
    country: fields.country,
    executedAt,
    answer: fields.answer,
    topic: parseTopic(fields.topic),
    tags: [...new Set(fields.tags)],
    model: fields.model,
    citations: fields.citations.map(({ url, title }) => ({ url, title: title ?? '' })),
    searchQueries: fields.search_queries,
  }
}

function parseJson(line: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new Error('the line is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('the line is no JSON object')
  return value
}

/** `"Parent / Child"`: a slash divides between spaces and at either end, but not inside a word. */
function parseTopic(topic: string | undefined): TopicPath {
  if (topic === undefined) return { root: unassignedTopic, child: undefined }
  const levels = topic.split(/(?<=\s|^)\/(?=\s|$)/)
  if (levels.length > 2) throw new Error('topic must have at most two levels, as "Parent / Child"')
  const names = levels.map((name) => topicName.safeParse(name))
  const [root, child] = names.map((name) => name.data)
  if (root === undefined || names.some((name) => !name.success))
    throw new Error('topic must name a topic of 1 to 200 characters')
  return { root, child }
}
