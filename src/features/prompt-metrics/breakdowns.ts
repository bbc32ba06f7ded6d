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

/** Limits the points per trend, and so the size of a page of prompts. */
const maxPoints = 31

const visibilityShape = { executions, visibility_pct: figuresShape.visibility_pct }

export const trendSchema = z
  .array(z.object({ ...periodSchema.shape, ...visibilityShape }))
  .describe(
    `Visibility over the period: by day for up to ${maxPoints} days, else by week from Monday, else by calendar month.`,
  )

export const enginesSchema = z
  .array(z.object({ engine: z.string(), ...visibilityShape }))
  .describe('Engines with answers, most answers first.')

interface Named {
  executions: number
  named: number
}

const visibilityOf = ({ executions, named }: Named) => ({
  executions,
  visibility_pct: shareOf('visibility_pct', named, executions),
})

/** Counts answers, and those that mention the brand, by prompt and group. */
async function countNamed({ services }: BrandContext, view: View, numbers: readonly number[], grouping: Sql) {
  const rows = await services.clickhouse.query<{
    prompt: number
    part: string
    answers: string
    named: string
  }>(
    sql`SELECT prompt, toString(${grouping}) AS part, count() AS answers, countIf(has(mentions.entity, ${brandEntity})) AS named
      FROM readings WHERE ${answersOf(view)} AND prompt IN ${numbers} GROUP BY prompt, part`,
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

/** Visibility per engine, by prompt number. */
export async function enginesOf(ctx: BrandContext, view: View, numbers: readonly number[]) {
  const found = await countNamed(ctx, view, numbers, sql`engine`)
  return (number: number) =>
    (found.get(number) ?? [])
      .map(({ part, ...counts }) => ({ engine: part, ...visibilityOf(counts) }))
      .sort((a, b) => b.executions - a.executions || compare(a.engine, b.engine))
}
