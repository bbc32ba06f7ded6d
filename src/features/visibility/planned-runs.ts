import type { BrandContext } from '../../kernel/context.ts'
import type { FilterInput } from './filters.ts'
import type { Period } from './period.ts'
import { countPlanned, nothingPlanned, type Planned } from './planned-answers.ts'
import type { StoredTopic } from './topic-tree.ts'

/** By engine, what was planned and came in either of two periods. */
export type PlannedRuns = Map<string, [before: Planned, after: Planned]>

/**
 * Reads what was planned in two periods, in groups as answers are grouped: by engine, by market, by the place of a root topic
 * among those given (0 where a prompt is in none), or all in one group with an empty name.
 */
export async function readPlannedRuns(
  ctx: BrandContext,
  input: FilterInput,
  periods: readonly [Period, Period],
  dimension: 'engine' | 'market' | 'topic' | undefined,
  roots: readonly StoredTopic[],
): Promise<Map<string, PlannedRuns>> {
  const groupings = { engine: 'engine', market: 'engineAndMarket', topic: 'engineAndPrompt' } as const
  const grouping = dimension === undefined ? 'engine' : groupings[dimension]
  const counted = await Promise.all(periods.map((period) => countPlanned(ctx, input, period, grouping)))
  const placeOf = new Map(roots.flatMap(({ prompts }, index) => prompts.map((number) => [number, index + 1])))
  const groups = new Map<string, PlannedRuns>()
  counted.forEach((counts, period) => {
    for (const [key, { planned, came, missing }] of counts) {
      const [engine = '', value = ''] = key.split(' ')
      const group = {
        none: '',
        engine,
        market: value,
        topic: String(value === '' ? 0 : (placeOf.get(Number(value)) ?? 0)),
      }[dimension ?? 'none']
      const runs = groups
        .getOrInsertComputed(group, () => new Map())
        .getOrInsertComputed(engine, () => [{ ...nothingPlanned }, { ...nothingPlanned }])
      const own = runs[period === 0 ? 0 : 1]
      own.planned += planned
      own.came += came
      own.missing += missing
    }
  })
  return groups
}
