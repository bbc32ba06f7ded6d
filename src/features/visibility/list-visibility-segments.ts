import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { type Compared, serializeUnrankedComparison } from './changes/comparison.ts'
import { serializeLeaders } from './intervals/leaders.ts'
import { compare } from './metrics.ts'
import { periodSchema } from './period.ts'
import { type Group, readGroups } from './read-groups.ts'
import { executions, figuresShape, leadersShape, unrankedComparisonShape } from './shapes.ts'
import { share } from './shares.ts'
import { filterFields } from './view/filters.ts'
import { placeOfTopic, readTopics, rootTopics, type StoredTopic } from './view/topic-tree.ts'
import { computedRows, openViewWith, pageOf, type View } from './view/view.ts'

/** A part of the brand's answers: a root topic with its subtopics, or a market. */
interface Segment {
  name: string
  topicId: string | undefined
  executions: number
  ranked: Compared[]
}

interface Segments {
  segments: Segment[]
  /** Names of segments that could not be read this time. */
  unavailable: string[]
}

const maxCompetitors = 5
const { start_date, end_date, compare_to_previous } = filterFields

export const listVisibilitySegments = defineOperation({
  name: 'list-visibility-segments',
  summary: 'List the visibility of the brand and its top competitors by topic or market, most answers first',
  description:
    'By topic, each root topic has one row that includes its subtopics. Answers to deleted prompts have no topic; the rows ' +
    'and those answers together sum to the brand’s total.',
  ...brandRead('read:visibility', '/visibility/segments', ['answers', 'readings']),
  fields: {
    dimension: z.enum(['topic', 'market']).describe('The segments: root topics or countries.'),
    start_date,
    end_date,
    compare_to_previous,
  },
  list: computedRows,
  data: z.array(
    z.object({
      segment: z.string().describe('The topic’s name or the country’s code.'),
      topic_id: z.uuid().optional().describe('Set if the dimension is topic.'),
      executions,
      visibility_pct: figuresShape.visibility_pct,
      market_share_pct: figuresShape.market_share_pct,
      sentiment: figuresShape.sentiment_score,
      recommended_pct: figuresShape.recommended_pct,
      stance_answers: figuresShape.stance_answers,
      ...leadersShape,
      ...unrankedComparisonShape,
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    dimension: z.enum(['topic', 'market']),
    period: periodSchema,
    previous_period: periodSchema.optional(),
    omitted_segments: z.int().describe('Segments not on this page.'),
    unavailable_segments: z
      .array(z.string())
      .describe('Segments that Sightline could not read this time. Their figures are unknown, not zero.'),
    unavailable_note: z.string().optional().describe('Set if there are unavailable segments.'),
  }),
  async run({ ctx, input, page }) {
    const { dimension } = input
    const { view, more: roots } = await openViewWith(ctx, input, page.after, async (lastPrompt) =>
      dimension === 'topic' ? rootTopics(await readTopics(ctx.services, ctx.brand, lastPrompt)) : [],
    )
    const { segments, unavailable } =
      dimension === 'topic' ? await readTopicSegments(ctx, view, roots) : await readMarkets(ctx, view)
    segments.sort(
      (a, b) => b.executions - a.executions || compare(a.name, b.name) || compare(a.topicId ?? '', b.topicId ?? ''),
    )
    const { rows, next } = pageOf(view, segments, page.limit)
    return {
      data: rows.map(serializeSegment),
      meta: {
        brand_id: ctx.brand.id,
        dimension,
        period: view.period,
        ...(view.previous === undefined ? {} : { previous_period: view.previous }),
        omitted_segments: segments.length - rows.length,
        unavailable_segments: unavailable,
        ...(unavailable.length === 0 ? {} : { unavailable_note: unavailableNote }),
      },
      next,
      partial: unavailable.length > 0,
    }
  },
})

const unavailableNote =
  'Sightline could not read the unavailable segments. Their figures are unknown, not zero; retry later.'

async function readMarkets(ctx: BrandContext, view: View): Promise<Segments> {
  const { groups, unavailable } = await readGroups(ctx, view, sql`country`)
  return { segments: groups.map((group) => segmentOf(group, group.value, undefined)), unavailable }
}

/** Answers without a topic form a group that matches no root topic. */
async function readTopicSegments(ctx: BrandContext, view: View, roots: readonly StoredTopic[]): Promise<Segments> {
  const { groups, unavailable } = await readGroups(ctx, view, placeOfTopic(roots))
  const rootAt = (value: string) => roots[Number(value) - 1]
  return {
    segments: groups.flatMap((group) => {
      const root = rootAt(group.value)
      return root === undefined ? [] : [segmentOf(group, root.name, root.id)]
    }),
    unavailable: unavailable.flatMap((value) => rootAt(value)?.name ?? []).sort(compare),
  }
}

const segmentOf = ({ executions, ranked }: Group, name: string, topicId: string | undefined): Segment => ({
  name,
  topicId,
  executions,
  ranked,
})

function serializeSegment({ name, topicId, executions, ranked }: Segment) {
  const own = ranked.find((row) => row.entity.isOurBrand) as Compared
  return {
    segment: name,
    ...(topicId === undefined ? {} : { topic_id: topicId }),
    executions,
    visibility_pct: share('visibility_pct', own.visibility),
    market_share_pct: share('market_share_pct', own.marketShare),
    sentiment: share('sentiment', own.sentiment),
    recommended_pct: share('recommended_pct', own.recommended),
    stance_answers: own.stanceAnswers,
    ...serializeLeaders(ranked, maxCompetitors),
    ...serializeUnrankedComparison(own),
  }
}
