import { createHash } from 'node:crypto'
import { uuidFromText } from '../../../lib/hashed-uuid.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import type { Plan } from './plan.ts'
import { type PlannedPrompt, plannedPrompts } from './planned-prompts.ts'
import type { Round } from './rounds.ts'

const rowsPerInsert = 1000

/**
 * Creates the missing slots of a run. Each slot gets its own time within the run, different in every run, so
 * that no time of day is overrepresented.
 * @param at planned time of all slots, for a run on demand
 * @returns the number of slots in the run
 */
export async function planRound(transaction: PostgresLike, plan: Plan, round: Round, at?: Date): Promise<number> {
  const slots = (await plannedPrompts(transaction, plan))
    .flatMap((prompt) => slotsOf(plan, prompt, round, at))
    .filter(({ planned_at }) => at !== undefined || planned_at >= plan.since)
  for (let from = 0; from < slots.length; from += rowsPerInsert)
    await transaction
      .insertInto('collection_slots')
      .values(slots.slice(from, from + rowsPerInsert))
      .onConflict((on) => on.doNothing())
      .execute()
  return slots.length
}

function slotsOf(plan: Plan, prompt: PlannedPrompt, round: Round, at: Date | undefined) {
  const { brand_id, engine, language } = plan
  return prompt.countries.flatMap((country) =>
    Array.from({ length: plan.replicates }, (_, index) => {
      const replicate = index + 1
      const identity = JSON.stringify([brand_id, engine, prompt.id, country, language, replicate, round.start])
      const planned_at = at ?? timeWithin(round, identity)
      return {
        id: uuidFromText(identity),
        brand_id,
        engine,
        prompt_id: prompt.id,
        country,
        language,
        replicate,
        round: round.start,
        round_end: round.end,
        planned_at,
        due_at: planned_at,
        state: 'planned' as const,
      }
    }),
  )
}

/** Spreads slots evenly and deterministically. */
function timeWithin({ start, end }: Round, identity: string): Date {
  const share = createHash('sha256').update(identity).digest().readUInt32BE() / 2 ** 32
  return new Date(Math.floor(start.getTime() + share * (end.getTime() - start.getTime())))
}
