import { z } from 'zod'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { country } from '../../lib/countries.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { inList, insertRows } from '../../stores/postgres-rows.ts'
import { ensureTags, tagFields } from '../tags/index.ts'
import { ensureTopics, parseTopic, type TopicPath } from '../topics/index.ts'
import { promptText } from './prompt.ts'
import { hashText, insertPrompts } from './store-prompts.ts'

const text = z.string().max(20_000)

export const createPrompts = defineChange({
  name: 'create-prompts',
  summary: 'Create several prompts, with topics and tags by name',
  description:
    'Creates missing topics and tags. An invalid line returns its problem; the other prompts are still created.',
  ...forEditors,
  fields: {
    prompts: z
      .array(
        z.strictObject({
          text,
          topic: text.optional().describe('"Topic" or "Parent / Child".'),
          tags: z.array(text).max(100).optional(),
          countries: z.array(text).max(300).optional().describe('ISO 3166-1 alpha-2 codes, in any case.'),
        }),
      )
      .min(1)
      .max(200),
  },
  data: z.array(
    z.object({
      prompt_id: z.uuid().nullable().describe('Null if the prompt was not created.'),
      problem: z.string().nullable().describe('Why the prompt was not created. Null if it was.'),
    }),
  ),
  async change({ ctx: { services, brand }, input, transaction }) {
    const lines = input.prompts.map(readLine)
    await refuseKnown(transaction, brand.id, lines)
    const wanted = lines.flatMap((line) => (line.prompt === undefined ? [] : [line.prompt]))
    if (wanted.length === 0) return { data: lines.map(outcomeOf(new Map())), audit: undefined }
    const at = services.now()
    const topicOf = await ensureTopics(
      transaction,
      brand.id,
      wanted.map(({ topic }) => topic),
      at,
    )
    const made = await insertPrompts(
      transaction,
      brand.id,
      wanted.map((prompt) => ({ ...prompt, topicId: topicOf(prompt.topic), isActive: true })),
      at,
    )
    const idOf = new Map(made.map((row) => [row.text, row.id]))
    const tagIds = await ensureTags(
      transaction,
      brand.id,
      wanted.flatMap(({ tags }) => tags),
      at,
    )
    const links = wanted.flatMap(({ text, tags }) =>
      tags.map((tag) => ({ prompt_id: idOf.get(text) as string, tag_id: tagIds.get(tag) as string })),
    )
    await insertRows(transaction, 'prompt_tags', links, 'skip')
    const prompts = made.map((row) => ({ id: row.id, text: row.text, topic_id: row.topic_id }))
    return { data: lines.map(outcomeOf(idOf)), audit: { before: null, after: { prompts } } }
  },
})

interface WantedLine {
  text: string
  topic: TopicPath
  tags: string[]
  countries: string[]
}

type Line = { prompt: WantedLine; problem: undefined } | { prompt: undefined; problem: string }

const outcomeOf =
  (idOf: ReadonlyMap<string, string>) =>
  ({ prompt, problem }: Line) => ({
    prompt_id: prompt === undefined ? null : (idOf.get(prompt.text) ?? null),
    problem: problem ?? null,
  })

interface GivenLine {
  text: string
  topic?: string | undefined
  tags?: string[] | undefined
  countries?: string[] | undefined
}

function readLine({ text, topic, tags = [], countries = [] }: GivenLine): Line {
  const refuse = (problem: string): Line => ({ prompt: undefined, problem })
  const asked = promptText.safeParse(text.trim())
  if (!asked.success) return refuse('the prompt must have 1 to 10,000 characters')
  const named = tags.map((tag) => tagFields.name.safeParse(tag.trim()))
  if (named.some(({ success }) => !success)) return refuse('a tag must have 1 to 100 characters')
  const codes = countries.map((code) => code.trim().toUpperCase())
  const wrong = codes.find((code) => !country.safeParse(code).success)
  if (wrong !== undefined) return refuse(`countries: ${JSON.stringify(wrong)} is not an ISO 3166-1 code, such as US`)
  if (new Set(codes).size > 50) return refuse('a prompt has at most 50 markets')
  try {
    const path = parseTopic(topic?.trim() === '' ? undefined : topic)
    return {
      prompt: {
        text: asked.data,
        topic: path,
        tags: [...new Set(named.flatMap(({ data }) => (data === undefined ? [] : [data])))],
        countries: [...new Set(codes)],
      },
      problem: undefined,
    }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Rejects lines whose text already exists in the brand or in an earlier line. */
async function refuseKnown(transaction: Transaction, brandId: string, lines: Line[]): Promise<void> {
  const texts = lines.flatMap(({ prompt }) => (prompt === undefined ? [] : [prompt.text]))
  const found = await transaction
    .selectFrom('prompts')
    .select('text')
    .where('brand_id', '=', brandId)
    .where(
      inList(
        'text_hash',
        texts.map((one) => `\\x${hashText(one).toString('hex')}`),
        'bytea',
      ),
    )
    .execute()
  const known = new Set(found.map((row) => row.text))
  const before = new Set<string>()
  for (const [place, { prompt }] of lines.entries()) {
    if (prompt === undefined) continue
    const { text } = prompt
    if (known.has(text)) lines[place] = { prompt: undefined, problem: 'this prompt already exists' }
    else if (before.has(text)) lines[place] = { prompt: undefined, problem: 'an earlier line has the same prompt' }
    before.add(text)
  }
}
