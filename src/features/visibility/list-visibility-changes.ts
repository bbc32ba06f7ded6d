import { z } from 'zod'
import { day } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { ChangeParts } from '../../lib/statistics/explained-change.ts'
import { roundedParts } from '../../lib/statistics/multiplicity.ts'
import { plainFilterFields } from './answers-of-view.ts'
import { changeSentence, verdicts } from './change-sentence.ts'
import { chosenEntities, entityIdFilter } from './chosen-entity.ts'
import { changeDimensions } from './count-changes.ts'
import { metricCatalogue } from './metric-catalogue.ts'
import { rounded } from './metrics.ts'
import { type Period, periodSchema, previousPeriod, resolvePeriod } from './period.ts'
import { type EntityChange, falseDiscoveryRate, readChanges } from './read-changes.ts'
import { entityId, figure, figuresShape } from './shapes.ts'
import { readTopics, rootTopics } from './topic-tree.ts'
import { computedRows, openViewWith, pageOf } from './view.ts'

const part = z.number()

export const listVisibilityChanges = defineOperation({
  name: 'list-visibility-changes',
  summary: 'What changed since the period before beyond chance, and what each change is made of',
  description:
    'Visibility of the brand and its competitors in two periods. Verdicts look only at prompts that were asked of the same ' +
    'engine in both, and are judged together with everything that is listed. Segments with most answers come first, in ' +
    'each of them who is most visible now.',
  on: 'brand',
  access: 'read:visibility',
  role: 'viewer',
  madeOf: ['answers', 'readings'],
  http: { method: 'GET', path: '/v1/brands/{brand_id}/visibility/changes', limit: 'read' },
  fields: {
    ...plainFilterFields,
    previous_start_date: day
      .optional()
      .describe('First day of the period before; 29 days before its last where only that is given'),
    previous_end_date: day
      .optional()
      .describe(
        'Its last day, before start_date; with neither it is equally long and ends the day before start_date',
      ),
    dimension: z
      .enum(changeDimensions)
      .optional()
      .describe(
        'What changes are listed by: engines, countries or root topics; all together where not given',
      ),
    entity_id: entityIdFilter,
  },
  list: computedRows,
  data: z.array(
    z.object({
      segment: z
        .string()
        .nullable()
        .describe('The engine’s slug, the country’s code or the topic’s name; null without a dimension'),
      topic_id: z.uuid().nullable().describe('By topic only'),
      id: entityId,
      name: z.string(),
      is_our_brand: z.boolean(),
      visibility_pct: figuresShape.visibility_pct,
      previous_visibility_pct: figure.describe('visibility_pct in the period before'),
      change: figure.describe('The former less the latter, in percentage points'),
      matched_change: z
        .object({ value: z.number(), low: figure, high: figure })
        .nullable()
        .describe(metricCatalogue.matched_change),
      p_value: figure.describe(metricCatalogue.p_value),
      verdict: z.enum(verdicts).describe(metricCatalogue.verdict),
      explained: z
        .object({
          real: part,
          model_change: part,
          prompts_added: part,
          prompts_removed: part,
          run_counts: part,
          engine_mix: part,
          outage: part,
        })
        .nullable()
        .describe(metricCatalogue.explained),
      summary: z.string().nullable().describe('The same in words'),
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    previous_period: periodSchema,
    matched_share: figure.describe(
      'Answers to prompts that were asked of the same engine in both periods / answers of both; null without answers',
    ),
    tested: z.int().describe('Changes that were tested, on all pages'),
    fdr: z.number().describe('The share of verdicts up and down that may be chance'),
  }),
  async run({ ctx, input, page }) {
    const { view, more: roots } = await openViewWith(ctx, input, page.after, async (lastPrompt) =>
      input.dimension === 'topic' ? rootTopics(await readTopics(ctx.services, ctx.brand, lastPrompt)) : [],
    )
    const before = periodBefore(input, view.period, ctx.services.now())
    const chosen = { ...view, entities: chosenEntities(view.entities, input.entity_id) }
    const { rows, matchedShare, tested } = await readChanges(
      ctx,
      input,
      chosen,
      before,
      input.dimension,
      roots,
    )
    const { rows: shown, next } = pageOf(view, rows, page.limit)
    return {
      data: shown.map(serializeChange),
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        previous_period: before,
        matched_share: rounded(matchedShare),
        tested,
        fdr: falseDiscoveryRate,
      },
      next,
    }
  },
})

interface DatesBefore {
  previous_start_date?: string | undefined
  previous_end_date?: string | undefined
}

/** @throws ApiError invalid_request for days that reach into the period */
function periodBefore(input: DatesBefore, period: Period, now: Date): Period {
  const usual = previousPeriod(period)
  const { previous_start_date: start_date, previous_end_date } = input
  if (start_date === undefined && previous_end_date === undefined) return usual
  const before = resolvePeriod(
    { start_date, end_date: previous_end_date ?? usual.end_date },
    now,
    'previous_',
  )
  if (before.end_date >= period.start_date)
    throw invalidRequest(`previous_end_date must be before start_date (${period.start_date})`)
  return before
}

function serializeChange(row: EntityChange) {
  const { segment, entity, shares, matched, verdict } = row
  const change = shares === null ? null : rounded(100 * (shares[1] - shares[0]))
  return {
    segment: segment.name,
    topic_id: segment.topicId,
    id: entity.id,
    name: entity.name,
    is_our_brand: entity.isOurBrand,
    visibility_pct: rounded(shares === null ? null : 100 * shares[1]),
    previous_visibility_pct: rounded(shares === null ? null : 100 * shares[0]),
    change,
    matched_change: matched === null ? null : serializeMatched(matched),
    p_value: matched === null ? null : Number(matched.pValue.toPrecision(4)),
    verdict,
    explained: change === null || row.parts === null ? null : serializeParts(row.parts, change),
    summary: summaryOf(row),
  }
}

const serializeMatched = ({ value, interval }: NonNullable<EntityChange['matched']>) => ({
  value: rounded(100 * value),
  low: interval === null ? null : rounded(100 * interval.low),
  high: interval === null ? null : rounded(100 * interval.high),
})

function serializeParts(parts: ChangeParts, change: number) {
  const order = [
    parts.real,
    parts.modelChange,
    parts.promptsAdded,
    parts.promptsRemoved,
    parts.runCounts,
    parts.engineMix,
    parts.outage,
  ]
  const points = order.map((value) => 100 * value)
  const [real, model_change, prompts_added, prompts_removed, run_counts, engine_mix, outage] = roundedParts(
    points,
    change,
    2,
  ) as [number, number, number, number, number, number, number]
  return { real, model_change, prompts_added, prompts_removed, run_counts, engine_mix, outage }
}

function summaryOf({ shares, parts, verdict, otherModels, missing }: EntityChange): string | null {
  if (shares === null || parts === null) return null
  return changeSentence({
    change: 100 * (shares[1] - shares[0]),
    verdict,
    same: 100 * (parts.real + parts.modelChange),
    modelChange: 100 * parts.modelChange,
    prompts: 100 * (parts.promptsAdded + parts.promptsRemoved),
    runCounts: 100 * parts.runCounts,
    engineMix: 100 * parts.engineMix,
    outage: 100 * parts.outage,
    otherModels,
    missing,
  })
}
