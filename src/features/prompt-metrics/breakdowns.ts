import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { brandEntity } from '../answers/index.ts'
import {
  answersOf,
  bucketKey,
  bucketOfAnswer,
  bucketsOf,
  compare,
  executions,
  figuresShape,
  type Interval,
  type Period,
  periodSchema,
  shareOf,
  type View,
} from '../visibility/index.ts'

/** A line has no more points than this, so that those of a page of prompts stay a small answer. */
const maxPoints = 31

const visibilityShape = { executions, visibility_pct: figuresShape.visibility_pct }

export const trendSchema = z
  .array(z.object({ ...periodSchema.shape, ...visibilityShape }))
  .describe(
    `Its visibility over the period: by days where they are at most ${maxPoints}, else by weeks from Monday, else by ` +
      'calendar months',
  )

export const enginesSchema = z
  .array(z.object({ engine: z.string(), ...visibilityShape }))
  .describe('Engines with answers to it, those with most first')

interface Named {
  executions: number
  named: number
}

const visibilityOf = ({ executions, named }: Named) => ({
  executions,
  visibility_pct: shareOf('visibility_pct', named, executions),
})

/** How many answers each of some prompts has, and how many name the brand, in groups of an expression. */
async function countNamed({ services }: BrandContext, view: View, numbers: readonly number[], grouping: Sql) {
  const rows = await services.clickhouse.query<{
    prompt: number
    part: string
    answers: string
    named: string
  }>(
    sql`SELECT prompt, toString(${grouping}) AS part, count() AS answers, countIf(has(mentions.entity, ${brandEntity})) AS named
      FROM readings WHERE ${answersOf(view)} AND prompt IN ${numbers} GROUP BY prompt, part`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return Map.groupBy(
    rows.map(({ prompt, part, answers, named }) => ({
      prompt,
      part,
      executions: Number(answers),
      named: Number(named),
    })),
    ({ prompt }) => prompt,
  )
}

/** The visibility of each of some prompts over the view’s period, by their numbers. */
export async function trendsOf(ctx: BrandContext, view: View, numbers: readonly number[]) {
  const buckets = bucketsOfTrend(view.period)
  const found = await countNamed(ctx, view, numbers, bucketOfAnswer(buckets))
  return (number: number) => {
    const parts = new Map(found.get(number)?.map((row) => [row.part, row]))
    return buckets.map((bucket) => ({
      ...bucket,
      ...visibilityOf(parts.get(bucketKey(bucket)) ?? { executions: 0, named: 0 }),
    }))
  }
}

function bucketsOfTrend(period: Period): Period[] {
  for (const interval of ['day', 'week'] satisfies Interval[]) {
    const buckets = bucketsOf(period, interval)
    if (buckets.length <= maxPoints) return buckets
  }
  return bucketsOf(period, 'month')
}

/** The visibility of each of some prompts on each engine that answered it, by their numbers. */
export async function enginesOf(ctx: BrandContext, view: View, numbers: readonly number[]) {
  const found = await countNamed(ctx, view, numbers, sql`engine`)
  return (number: number) =>
    (found.get(number) ?? [])
      .map(({ part, ...counts }) => ({ engine: part, ...visibilityOf(counts) }))
      .sort((a, b) => b.executions - a.executions || compare(a.engine, b.engine))
}
