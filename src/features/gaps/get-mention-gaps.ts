import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { filterBy, uuid } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
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

/** Rows of each list, unless more are asked for. */
const usualRows = 50
const mostRows = 10_000

const sidesShape = {
  executions,
  both: z.int().describe('Of them those that name the brand and one of the competitors'),
  brand_only: z.int().describe('Those that name the brand and none of the competitors'),
  competitors_only: z.int().describe('Those that name one of the competitors and not the brand: the gap'),
}

export const getMentionGaps = defineOperation({
  name: 'get-mention-gaps',
  summary: 'Where competitors are named and the brand is not: prompts, engines and cited sites',
  description: 'The widest gaps first. Prompts and sites without a gap are left out.',
  on: 'brand',
  access: 'read:visibility',
  role: 'viewer',
  readsTables: ['answers', 'readings'],
  http: { method: 'GET', path: '/v1/brands/{brand_id}/competitors/gaps', limit: 'read' },
  fields: {
    ...plainFilterFields,
    prompt_id: promptIdFilter,
    competitor_id: filterBy(uuid).describe('Active competitors; all of them where not given'),
    max_rows: z
      .int()
      .min(1)
      .max(mostRows)
      .default(usualRows)
      .describe('Most prompts, and most sites, to return. `meta` counts all that have a gap.'),
  },
  data: z.object({
    ...sidesShape,
    prompts: z.array(z.object({ prompt_id: z.uuid(), text: z.string(), ...sidesShape })),
    engines: z.array(z.object({ engine: z.string(), ...sidesShape })),
    domains: z
      .array(
        z.object({
          domain: z.string(),
          owner: ownerSchema,
          gap_answers: z
            .int()
            .describe('Answers that cite it, name one of the competitors and do not name the brand'),
          brand_answers: z.int().describe('Answers that cite it and name the brand'),
          competitors: z
            .array(z.object({ id: z.uuid(), name: z.string(), answers: z.int() }))
            .describe('Who is named in the answers of the gap, most often first'),
        }),
      )
      .describe('Cited sites'),
  }),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    prompts: z.int().describe('Prompts with a gap'),
    domains: z.int().describe('Sites that are cited in a gap'),
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
    // Cut only now: a deleted prompt has no text and must not take the place of another.
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

/** @throws ApiError invalid_request for one that is no active competitor of the brand */
function chooseRivals({ entities }: View, ids: readonly string[] | undefined): Entity[] {
  const rivals = entities.filter(({ isOurBrand }) => !isOurBrand)
  const missing = ids?.find((id) => !rivals.some((rival) => rival.id === id))
  if (missing !== undefined)
    throw invalidRequest(`competitor_id: the brand has no active competitor ${missing}`)
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
