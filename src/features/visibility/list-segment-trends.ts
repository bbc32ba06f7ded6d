import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { serializeFigures } from './changes/comparison.ts'
import { type Counts, noAnswers, sumOf } from './count-answers.ts'
import { compare, type Figures, figuresOf } from './metrics.ts'
import { periodSchema } from './period.ts'
import { executions, figuresShape } from './shapes.ts'
import { answersOf, plainFilterFields } from './view/answers-of-view.ts'
import { bucketKey, bucketOfAnswer, bucketsOf, type Interval, intervals } from './view/buckets.ts'
import { placeOfTopic, readTopics, rootTopics } from './view/topic-tree.ts'
import { computedRows, countGroups, openViewWith, pageOf, type View } from './view/view.ts'

const dimensions = ['engine', 'topic', 'market', 'prompt'] as const
type Dimension = (typeof dimensions)[number]

const dimension = z
  .enum(dimensions)
  .describe('The segments: engines, root topics with their subtopics, countries, or prompts.')

export const listSegmentTrends = defineOperation({
  name: 'list-segment-trends',
  summary: 'List the brand’s metrics over time by engine, topic, market or prompt, most answers first',
  description:
    'Answers to deleted prompts belong to no topic and no prompt. Days without answers have points with null figures. ' +
    'The first and last week or month contain only their days within the period.',
  ...brandRead('read:visibility', '/visibility/segments/trend', ['answers', 'readings']),
  fields: {
    dimension,
    ...plainFilterFields,
    interval: z.enum(intervals).default('day').describe('Days, weeks from Monday, or calendar months (UTC).'),
  },
  list: computedRows,
  data: z.array(
    z.object({
      segment: z.string().describe('The engine’s slug, the topic’s name, the country’s code or the prompt’s text.'),
      topic_id: z.uuid().optional().describe('Set if the dimension is topic.'),
      prompt_id: z.uuid().optional().describe('Set if the dimension is prompt.'),
      executions,
      ...figuresShape,
      points: z.array(z.object({ ...periodSchema.shape, executions, ...figuresShape })),
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    dimension,
    period: periodSchema,
    interval: z.enum(intervals),
    executions,
    omitted_segments: z.int().describe('Segments not on this page.'),
  }),
  async run({ ctx, input, page }) {
    const { view, more: named } = await openViewWith(ctx, input, page.after, (lastPrompt) =>
      readNamed(ctx, input.dimension, lastPrompt),
    )
    const axis = axisOf(input.dimension, named)
    const { segments, all } = await countSegments(ctx, view, axis)
    const { rows, next } = pageOf(view, segments, page.limit)
    return {
      data: await readLines(ctx, view, axis.column, rows, input.interval),
      meta: {
        brand_id: ctx.brand.id,
        dimension: input.dimension,
        period: view.period,
        interval: input.interval,
        executions: all,
        omitted_segments: segments.length - rows.length,
      },
      next,
    }
  },
})

/** A topic or prompt: a segment with a stored name. */
interface Named {
  id: string
  name: string
  /** Numbers of its prompts. */
  prompts: number[]
}

interface SegmentName {
  segment: string
  topic_id?: string
  prompt_id?: string
}

interface Segment extends SegmentName {
  /** Value of the axis column. */
  value: string
  executions: number
}

/** How to tell the segments of a dimension apart. */
interface Axis {
  /** A column of the readings, or an expression over columns. */
  column: Sql
  /** Undefined for answers without a segment. */
  nameOf(value: string): SegmentName | undefined
}

async function readNamed(
  { services, brand }: BrandContext,
  dimension: Dimension,
  lastPrompt: number,
): Promise<Named[]> {
  if (dimension === 'topic') return rootTopics(await readTopics(services, brand, lastPrompt))
  if (dimension !== 'prompt') return []
  const prompts = await services.db
    .selectFrom('prompts')
    .select(['id', 'number', 'text'])
    .where('brand_id', '=', brand.id)
    .where('number', '<=', lastPrompt)
    .orderBy('number')
    .execute()
  return prompts.map(({ id, number, text }) => ({ id, name: text, prompts: [number] }))
}

function axisOf(dimension: Dimension, named: readonly Named[]): Axis {
  if (dimension === 'engine') return { column: sql`engine`, nameOf: (value) => ({ segment: value }) }
  if (dimension === 'market') return { column: sql`country`, nameOf: (value) => ({ segment: value }) }
  if (dimension === 'topic')
    return {
      column: placeOfTopic(named),
      nameOf(value) {
        const topic = named[Number(value) - 1]
        return topic && { segment: topic.name, topic_id: topic.id }
      },
    }
  const byNumber = new Map(named.map((prompt) => [String(prompt.prompts[0]), prompt]))
  return {
    column: sql`prompt`,
    nameOf(value) {
      const prompt = byNumber.get(value)
      return prompt && { segment: prompt.name, prompt_id: prompt.id }
    },
  }
}

/** Segments with answers, most answers first, and the number of answers with or without a segment. */
async function countSegments({ services }: BrandContext, view: View, { column, nameOf }: Axis) {
  const rows = await services.clickhouse.query<{ value: string; answers: string }>(
    sql`SELECT toString(${column}) AS value, count() AS answers FROM readings WHERE ${answersOf(view)} GROUP BY value`,
  )
  const segments = rows.flatMap(({ value, answers }): Segment[] => {
    const name = nameOf(value)
    return name === undefined ? [] : [{ ...name, value, executions: Number(answers) }]
  })
  const idOf = ({ topic_id, prompt_id }: Segment) => topic_id ?? prompt_id ?? ''
  segments.sort((a, b) => b.executions - a.executions || compare(a.segment, b.segment) || compare(idOf(a), idOf(b)))
  return { segments, all: rows.reduce((sum, { answers }) => sum + Number(answers), 0) }
}

async function readLines(ctx: BrandContext, view: View, column: Sql, segments: readonly Segment[], interval: Interval) {
  const buckets = bucketsOf(view.period, interval)
  const values = segments.map(({ value }) => value)
  const counts = await countGroups(
    ctx,
    view,
    view.period,
    sql`concat(toString(${column}), ' ', toString(${bucketOfAnswer(buckets)}))`,
    { condition: sql.and([view.condition, sql`toString(${column}) IN ${values}`]) },
  )
  return segments.map(({ value, ...segment }) => {
    const ofBuckets = buckets.map((bucket) => counts.get(`${value} ${bucketKey(bucket)}`) ?? noAnswers())
    return {
      ...segment,
      ...serializeFigures(ownFigures(view, sumOf(ofBuckets))),
      points: buckets.map((bucket, index) => {
        const inBucket = ofBuckets[index] as Counts
        return {
          ...bucket,
          executions: inBucket.executions,
          ...serializeFigures(ownFigures(view, inBucket)),
        }
      }),
    }
  })
}

const ownFigures = ({ entities }: View, counts: Counts): Figures =>
  figuresOf(entities, counts).find(({ entity }) => entity.isOurBrand) as Figures
