import { z } from 'zod'
import { day } from '../../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import { inCountry } from '../../../lib/countries.ts'
import { invalidRequest } from '../../../lib/errors.ts'
import { driverKinds } from '../../../lib/statistics/drivers.ts'
import type { ChangeParts } from '../../../lib/statistics/explained-change.ts'
import { roundToTotal } from '../../../lib/statistics/multiplicity.ts'
import { knownEngines } from '../../engines/index.ts'
import type { RatioName } from '../entity-sums.ts'
import { metricCatalog } from '../metric-catalog.ts'
import { rounded } from '../metrics.ts'
import { type Period, periodSchema, previousPeriod, resolvePeriod } from '../period.ts'
import { entityId, figure, figuresShape } from '../shapes.ts'
import { share, shareField } from '../shares.ts'
import { plainFilterFields } from '../view/answers-of-view.ts'
import { chosenEntities, entityIdFilter } from '../view/chosen-entity.ts'
import { readSteps } from '../view/history.ts'
import { readTopics, rootTopics } from '../view/topic-tree.ts'
import { computedRows, openViewWith, pageOf } from '../view/view.ts'
import { causeOf, headlineOf, summaryOf } from './change-sentence.ts'
import { type ChangeDimension, changeDimensions, inBoth } from './count-changes.ts'
import { figureChangeSchema, serializeFigureChange, shownP, testedFields } from './figure-change.ts'
import { type EntityChange, type FigureChange, readChanges } from './read-changes.ts'
import { type NamedDriver, readDrivers } from './read-drivers.ts'

const part = z.number()
const rate = z.number()
const otherFigures = ['market_share_pct', 'sentiment_score', 'avg_rank'] as const satisfies RatioName[]

export const listVisibilityChanges = defineOperation({
  name: 'list-visibility-changes',
  summary: 'List changes between two periods, with their significance and causes',
  description:
    'Compares the brand and its competitors in two periods. Verdicts use only prompts with answers on the same engine in ' +
    'the same market in both periods. The whole list is tested together, regardless of entity_id. Segments with the most ' +
    'answers come first, and within each segment the most visible entities.',
  ...brandRead('read:visibility', '/visibility/changes', ['answers', 'readings']),
  fields: {
    ...plainFilterFields,
    previous_start_date: day
      .optional()
      .describe('First day of the previous period. Defaults to 29 days before previous_end_date.'),
    previous_end_date: day
      .optional()
      .describe(
        'Last day of the previous period, before start_date. Omit both to compare with the previous period of the same length.',
      ),
    dimension: z
      .enum(changeDimensions)
      .optional()
      .describe('List changes by engine, country or root topic. Omit to list all answers together.'),
    entity_id: entityIdFilter,
  },
  list: computedRows,
  data: z.array(
    z.object({
      segment: z.string().nullable().describe('Engine slug, country code or topic name. Null without a dimension.'),
      topic_id: z.uuid().nullable().describe('Set if the dimension is topic.'),
      id: entityId,
      name: z.string(),
      is_our_brand: z.boolean(),
      visibility_pct: figuresShape.visibility_pct,
      previous_visibility_pct: shareField.nullable().describe('visibility_pct in the previous period.'),
      change: figure.describe('visibility_pct minus previous_visibility_pct, both as shown, in percentage points.'),
      ...testedFields,
      explained: z
        .object({
          real: part,
          model_change: part,
          prompts_added: part,
          prompts_removed: part,
          run_counts: part,
          market_mix: part,
          engine_mix: part,
          outage: part,
        })
        .nullable()
        .describe(metricCatalog.explained),
      figures: z
        .object({
          market_share_pct: figureChangeSchema(metricCatalog.market_share_pct),
          sentiment_score: figureChangeSchema(metricCatalog.sentiment_score),
          avg_rank: figureChangeSchema(metricCatalog.avg_rank),
        })
        .describe('The other figures, tested the same way. A verdict gives the direction of the number.'),
      drivers: z
        .array(
          z.object({
            kind: z.enum(driverKinds),
            id: z.string().describe('Id of a topic, prompt or competitor, engine slug, country code, or domain.'),
            name: z.string(),
            points: z.number().describe('Percentage points of the matched change.'),
            p_value: z.number().describe(metricCatalog.p_value),
          }),
        )
        .describe(metricCatalog.drivers),
      headline: z.string().nullable().describe('The change in one sentence. Null if the period has no answers.'),
      cause: z
        .string()
        .nullable()
        .describe(
          'Where a real change of visibility comes from, in words. If it has no clear change, the other figures that ' +
            'changed. Null by dimension, if there is nothing to say, and if visibility cannot be tested.',
        ),
      summary: z.string().nullable().describe('The parts of the change and the matched change, in words.'),
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    previous_period: periodSchema,
    matched_share: figure.describe(
      'Share of the answers of both periods that match: same prompt, engine and market in both. Null without answers.',
    ),
    tested: z.int().describe('Visibility changes tested, on all pages.'),
    fdr: rate.describe(
      'Share of the up and down verdicts on visibility that can be false: 0.1, or 0.05 if adjacent days are correlated.',
    ),
    fdr_of_figures: z
      .array(z.object({ figure: z.enum(otherFigures), fdr: rate }))
      .describe('The same for the other figures.'),
  }),
  async run({ ctx, input, page }) {
    const { view, more } = await openViewWith(ctx, input, page.after, async (lastPrompt) => ({
      roots: input.dimension === 'topic' ? rootTopics(await readTopics(ctx.services, ctx.brand, lastPrompt)) : [],
      steps: await readSteps(ctx.services, ctx.brand, input),
    }))
    const before = periodBefore(input, view.period, ctx.services.now())
    const chosen = new Set(chosenEntities(view.entities, input.entity_id))
    const { rows, total, matchedShare, tested } = await readChanges(ctx, input, view, before, input.dimension, more)
    const wanted = rows.filter(({ entity }) => chosen.has(entity))
    const { rows: shown, next } = pageOf(view, wanted, page.limit)
    const drivers =
      total === undefined
        ? new Map<number, NamedDriver[]>()
        : await readDrivers(
            ctx,
            view,
            inBoth(view, before),
            total,
            shown.filter(({ figures }) => isMoved(figures.visibility_pct)).map(({ entity }) => entity.number),
            tested.visibility_pct.correlation,
          )
    const names = new Map(knownEngines(ctx.services.config).map(({ slug, name }) => [slug, name]))
    const placeOf = placeWords(input.dimension, (slug) => names.get(slug) ?? slug)
    return {
      data: shown.map((row) => serializeChange(row, drivers.get(row.entity.number) ?? [], placeOf)),
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        previous_period: before,
        matched_share: rounded(matchedShare),
        tested: tested.visibility_pct.tested,
        fdr: tested.visibility_pct.rate,
        fdr_of_figures: otherFigures.map((name) => ({ figure: name, fdr: tested[name].rate })),
      },
      next,
    }
  },
})

const isMoved = ({ verdict }: FigureChange) => verdict === 'up' || verdict === 'down'

/** Describes a segment for headlines. */
const placeWords =
  (dimension: ChangeDimension | undefined, engineOf: (slug: string) => string) =>
  ({ name }: EntityChange['segment']): string | null => {
    if (name === null || dimension === undefined) return null
    if (dimension === 'engine') return `on ${engineOf(name)}`
    if (dimension === 'topic') return `for the topic ${name}`
    return inCountry(name)
  }

interface DatesBefore {
  previous_start_date?: string | undefined
  previous_end_date?: string | undefined
}

/** @throws ApiError invalid_request if the days overlap the period */
function periodBefore(input: DatesBefore, period: Period, now: Date): Period {
  const defaultPeriod = previousPeriod(period)
  const { previous_start_date: start_date, previous_end_date } = input
  if (start_date === undefined && previous_end_date === undefined) return defaultPeriod
  const before = resolvePeriod({ start_date, end_date: previous_end_date ?? defaultPeriod.end_date }, now, 'previous_')
  if (before.end_date >= period.start_date)
    throw invalidRequest(`previous_end_date must be before start_date (${period.start_date})`)
  return before
}

function serializeChange(
  row: EntityChange,
  drivers: readonly NamedDriver[],
  placeOf: (segment: EntityChange['segment']) => string | null,
) {
  const { segment, entity, figures, parts } = row
  const [before, now] = figures.visibility_pct.values
  const {
    change,
    value: _value,
    previous_value: _previous,
    ...tested
  } = serializeFigureChange('visibility_pct', figures.visibility_pct)
  return {
    segment: segment.name,
    topic_id: segment.topicId,
    id: entity.id,
    name: entity.name,
    is_our_brand: entity.isOurBrand,
    visibility_pct: share('visibility_pct', now),
    previous_visibility_pct: share('previous_visibility_pct', before),
    change,
    ...tested,
    explained: change === null || parts === null ? null : serializeParts(parts, change),
    figures: {
      market_share_pct: serializeFigureChange('market_share_pct', figures.market_share_pct),
      sentiment_score: serializeFigureChange('sentiment_score', figures.sentiment_score),
      avg_rank: serializeFigureChange('avg_rank', figures.avg_rank),
    },
    drivers: drivers.map(({ kind, id, name, points, pValue }) => ({
      kind,
      id,
      name,
      points: rounded(points),
      p_value: shownP(pValue),
    })),
    headline: headlineOf(row, placeOf(segment)),
    cause: segment.name === null ? causeOf(row, drivers) : null,
    summary: summaryOf(row),
  }
}

const partNames = {
  real: 'real',
  model_change: 'modelChange',
  prompts_added: 'promptsAdded',
  prompts_removed: 'promptsRemoved',
  run_counts: 'runCounts',
  market_mix: 'marketMix',
  engine_mix: 'engineMix',
  outage: 'outage',
} as const satisfies Record<string, keyof ChangeParts>
type PartName = keyof typeof partNames

/** The parts in points, rounded to sum to the change as shown. */
function serializeParts(parts: ChangeParts, change: number): Record<PartName, number> {
  const names = Object.keys(partNames) as PartName[]
  const values = roundToTotal(
    names.map((name) => 100 * parts[partNames[name]]),
    change,
    2,
  )
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as Record<PartName, number>
}
