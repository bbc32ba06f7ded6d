import type { BrandContext } from '../../../kernel/context.ts'
import type { Pair } from '../../../lib/statistics/panel.ts'
import type { Period } from '../period.ts'
import type { FilterInput } from './filters.ts'
import { countPlanned } from './planned-answers.ts'
import type { StoredTopic } from './topic-tree.ts'

/** Planned runs of two periods on an engine in a market, and those with a result. */
export interface PlannedRuns {
  engine: string
  market: string
  runs: Pair
  came: Pair
}

/** Reads the planned runs of two periods by group name: see `countChanges`. */
export async function readPlannedRuns(
  ctx: BrandContext,
  input: FilterInput,
  periods: readonly [Period, Period],
  dimension: 'engine' | 'market' | 'topic' | undefined,
  roots: readonly StoredTopic[],
): Promise<Map<string, PlannedRuns[]>> {
  const grouping = dimension === 'topic' ? 'engineMarketAndPrompt' : 'engineAndMarket'
  const counted = await Promise.all(periods.map((period) => countPlanned(ctx, input, period, grouping)))
  const placeOf = new Map(roots.flatMap(({ prompts }, index) => prompts.map((number) => [number, index + 1])))
  const groups = new Map<string, Map<string, { runs: [number, number]; came: [number, number] }>>()
  for (const period of [0, 1] as const)
    for (const [key, { planned, came }] of counted[period] ?? []) {
      const [engine = '', market = '', prompt = ''] = key.split(' ')
      const topic = String(prompt === '' ? 0 : (placeOf.get(Number(prompt)) ?? 0))
      const group = { none: '', engine, market, topic }[dimension ?? 'none']
      const own = groups
        .getOrInsertComputed(group, () => new Map())
        .getOrInsertComputed(`${engine} ${market}`, () => ({ runs: [0, 0], came: [0, 0] }))
      own.runs[period] += planned
      own.came[period] += came
    }
  const listed = (strata: ReadonlyMap<string, { runs: Pair; came: Pair }>) =>
    [...strata].map(([key, { runs, came }]): PlannedRuns => {
      const [engine = '', market = ''] = key.split(' ')
      return { engine, market, runs, came }
    })
  return new Map([...groups].map(([group, strata]) => [group, listed(strata)]))
}
