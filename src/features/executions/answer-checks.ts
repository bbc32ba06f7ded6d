import { z } from 'zod'
import type { Brand } from '../../kernel/tables.ts'
import type { Versioned } from '../../kernel/versions.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import {
  type AnswerCheck,
  brandEntity,
  isWithdrawn,
  judgments,
  mentionVerdicts,
  readChecks,
} from '../answers/index.ts'
import { entityId } from '../visibility/index.ts'

export const mentionVerdict = z
  .enum(mentionVerdicts)
  .nullable()
  .describe('`right`: the answer mentions it; `wrong`: the name means something else. Null: not checked.')

export const sentimentVerdict = z
  .enum(judgments)
  .nullable()
  .describe('The right sentiment; `neutral` if no sentence judges it. Null: not checked.')

export const answerChecks = z.object({
  checks: z
    .array(
      z.object({
        entity_id: entityId,
        name: z.string(),
        mention: mentionVerdict,
        sentiment: sentimentVerdict,
        note: z.string().nullable(),
        checked_at: z.iso.datetime(),
      }),
    )
    .describe('Checks by people. Wrong mentions do not count, and right sentiments replace the read ones.'),
  checks_pending: z.boolean().describe('Whether mentions and figures do not follow the newest checks yet.'),
})

type AnswerChecks = z.input<typeof answerChecks>

/** Names of entities and progress change on their own. */
export const checksVersion: Versioned = {
  thing: 'checks of the answer',
  of: ({ checks }) => ({
    checks: (checks as AnswerChecks['checks']).map(({ entity_id, mention, sentiment, note }) => [
      entity_id,
      mention,
      sentiment,
      note,
    ]),
  }),
}

interface CheckedEntity {
  number: number
  id: string
  name: string
}

/** The brand and all its competitors; inactive ones keep their checks. */
export async function checkableEntities(db: PostgresLike, brand: Brand): Promise<CheckedEntity[]> {
  const competitors = db.selectFrom('competitors').select(['number', 'id', 'name'])
  const others = await competitors.where('brand_id', '=', brand.id).execute()
  return [{ number: brandEntity, id: brand.id, name: brand.name }, ...others]
}

export async function readAnswerChecks(db: PostgresLike, brand: Brand, answerId: string) {
  const [rows, entities] = await Promise.all([
    readChecks(db, brand.id, answerId),
    checkableEntities(db, brand),
  ])
  return serializeChecks(rows, entities)
}

const serializeChecks = (rows: readonly AnswerCheck[], entities: readonly CheckedEntity[]): AnswerChecks => ({
  checks: rows
    .filter((row) => !isWithdrawn(row))
    .map(({ entity, mention, sentiment, note, checked_at }) => {
      const { id, name } = entities.find(({ number }) => number === entity) as CheckedEntity
      return { entity_id: id, name, mention, sentiment, note, checked_at: checked_at.toISOString() }
    }),
  checks_pending: rows.some(({ is_applied }) => !is_applied),
})
