import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { filterBy, uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { inList } from '../../stores/postgres-rows.ts'
import { ownerSchema, readOwners } from '../citations/index.ts'
import {
  type Entity,
  executions,
  openViewOfPrompts,
  periodSchema,
  plainFilterFields,
  promptIdFilter,
  type View,
} from '../visibility/index.ts'
import { countBySides, countDomains, type MentionSplit, namesOnDomains } from './count-gaps.ts'

/** Default number of rows per list. */
const defaultRows = 50
const maxRows = 10_000

const sidesShape = {
  executions,
  both: z.int().describe('Answers that mention the brand and a competitor.'),
  brand_only: z.int().describe('Answers that mention the brand and no competitor.'),
  competitors_only: z.int().describe('Answers that mention a competitor and not the brand: the gap.'),
}

export const promptGapSchema = z.object({ prompt_id: z.uuid(), text: z.string(), ...sidesShape })

export const getMentionGaps = defineOperation({
  name: 'get-mention-gaps',
  summary: 'List prompts, engines and cited sites whose answers mention competitors but not the brand',
  description: 'Largest gaps first. Omits prompts and sites without a gap.',
  ...brandRead('read:visibility', '/competitors/gaps', ['answers', 'readings']),
  fields: {
    ...plainFilterFields,
    prompt_id: promptIdFilter,
    competitor_id: filterBy(uuid).describe('Active competitors. Defaults to all.'),
    max_rows: z
      .int()
      .min(1)
      .max(maxRows)
      .default(defaultRows)
      .describe('Maximum prompts and maximum sites to return. `meta` counts all with a gap.'),
  },
  data: z.object({
    ...sidesShape,
    prompts: z.array(promptGapSchema),
    engines: z.array(z.object({ engine: z.string(), ...sidesShape })),
    domains: z
      .array(
        z.object({
          domain: z.string(),
          owner: ownerSchema,
          gap_answers: z.int().describe('Answers that cite the site and mention a competitor but not the brand.'),
          brand_answers: z.int().describe('Answers that cite the site and mention the brand.'),
          competitors: z
            .array(z.object({ id: z.uuid(), name: z.string(), answers: z.int() }))
            .describe('Competitors mentioned in the gap’s answers, most frequent first.'),
        }),
      )
      .describe('Cited sites.'),
  }),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    prompts: z.int().describe('Prompts with a gap.'),
    domains: z.int().describe('Sites cited in a gap.'),
  }),
  async run({ ctx, input }) {
    const [view, findOwner] = await Promise.all([openViewOfPrompts(ctx, input, undefined), readOwners(ctx)])
    const rivals = chooseRivals(view, input.competitor_id)
    const numbers = rivals.map(({ number }) => number)
    const [byEngine, byPrompt, domains] = await Promise.all([
      countBySides(ctx, view, numbers, 'engine'),
      countBySides(ctx, view, numbers, 'prompt'),
      countDomains(ctx, view, numbers, input.max_rows),
    ])
    const [texts, names] = await Promise.all([
      textsOf(
        ctx,
        byPrompt.map(({ part }) => Number(part)),
      ),
      namesOnDomains(
        ctx,
        view,
        numbers,
        domains.rows.map(({ domain }) => domain),
      ),
    ])
    // Applies the limit last, as deleted prompts have no text and are omitted.
    const prompts = byPrompt.flatMap(({ part, ...sides }) => {
      const prompt = texts.get(Number(part))
      return prompt === undefined ? [] : [{ prompt_id: prompt.id, text: prompt.text, ...sides }]
    })
    return {
      data: {
        ...sumOfSides(byEngine),
        prompts: prompts.slice(0, input.max_rows),
        engines: byEngine
          .filter(({ competitors_only }) => competitors_only > 0)
          .map(({ part, ...sides }) => ({ engine: part, ...sides })),
        domains: domains.rows.map((row) => ({
          ...row,
          owner: findOwner(row.domain, view.entities),
          competitors: (names.get(row.domain) ?? []).flatMap(({ entity, answers }) => {
            const rival = rivals.find(({ number }) => number === entity)
            return rival === undefined ? [] : [{ id: rival.id, name: rival.name, answers }]
          }),
        })),
      },
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        prompts: prompts.length,
        domains: domains.total,
      },
    }
  },
})

/** @throws ApiError invalid_request for an unknown or inactive competitor */
function chooseRivals({ entities }: View, ids: readonly string[] | undefined): Entity[] {
  const rivals = entities.filter(({ isOurBrand }) => !isOurBrand)
  const missing = ids?.find((id) => !rivals.some((rival) => rival.id === id))
  if (missing !== undefined) throw invalidRequest(`competitor_id: the brand has no active competitor ${missing}`)
  return ids === undefined ? rivals : rivals.filter(({ id }) => ids.includes(id))
}

function sumOfSides(rows: readonly MentionSplit[]): MentionSplit {
  const sum = (side: keyof MentionSplit) => rows.reduce((total, row) => total + row[side], 0)
  return {
    executions: sum('executions'),
    both: sum('both'),
    brand_only: sum('brand_only'),
    competitors_only: sum('competitors_only'),
  }
}

async function textsOf({ services, brand }: BrandContext, numbers: readonly number[]) {
  if (numbers.length === 0) return new Map()
  const prompts = services.db.selectFrom('prompts').select(['number', 'id', 'text'])
  const found = await prompts
    .where('brand_id', '=', brand.id)
    .where(inList('number', numbers, 'bigint'))
    .execute()
  return new Map(found.map((prompt) => [prompt.number, prompt]))
}
