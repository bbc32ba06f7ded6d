import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { deprecatedFor, utcTimestamp } from '../../kernel/fields.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { rounded, share, shareField, shownChange } from '../visibility/index.ts'
import { alertSentence } from './alert-sentence.ts'
import type { AlertsTable, EvidenceCell } from './tables.ts'

export const alertState = z.enum(['open', 'acknowledged', 'closed'])

export const alertSchema = z
  .object({
    id: z.uuid(),
    raised_at: utcTimestamp.describe('The end of the day whose answers raised it'),
    engine: z.string().describe('The engine’s slug'),
    country: z.string().describe('Execution country code'),
    direction: z.enum(['up', 'down']),
    since: z.iso.date().describe('The likeliest first day of the change (UTC)'),
    before_pct: shareField.describe(
      'Visibility before, on the prompts that were asked in both: in the eight weeks before the change, or since an earlier alert',
    ),
    after_pct: shareField.describe('Visibility on these prompts since, until it was raised'),
    change: z.number().describe('after_pct less before_pct, both as shown, in percentage points'),
    model_change: z
      .object({ before: z.string(), after: z.string() })
      .nullable()
      .describe(
        'The models that the engine mostly served before and since, where they differ: it coincides, which is no cause',
      ),
    evidence: z
      .array(
        z.object({
          prompt_id: z.uuid().nullable().describe('Null where the prompt has been deleted'),
          prompt: z.string().nullable(),
          before_pct: shareField,
          after_pct: shareField,
          answers_before: z.int().describe('Answers in the days compared with'),
          answers_after: z.int().describe('Answers since the change, until it was raised'),
          moved: z
            .number()
            .describe('Percentage points of the change that it makes: those of all prompts sum to it'),
        }),
      )
      .describe('The prompts that moved most, at most five'),
    summary: z.string().describe('The same in words'),
    state: alertState.meta(deprecatedFor('status')),
    status: alertState.describe('Open until somebody says otherwise'),
    updated_at: utcTimestamp,
  })
  .meta({ component: 'VisibilityAlert' })

/** How large it is, and its evidence, may be seen more clearly later. */
export const alertVersion = defineVersioned('alert', ['id', 'state'])

/** Prompts of a brand by their numbers. */
export type PromptTexts = ReadonlyMap<number, { id: string; text: string }>

/** Reads the prompts that alerts show as evidence; those that were deleted are missing. */
export async function readPromptTexts(
  db: PostgresLike,
  brandId: string,
  alerts: readonly Pick<Selectable<AlertsTable>, 'evidence'>[],
): Promise<PromptTexts> {
  const numbers = alerts.flatMap(({ evidence }) => evidence.map(({ prompt }) => prompt))
  if (numbers.length === 0) return new Map()
  const prompts = db.selectFrom('prompts').select(['number', 'id', 'text']).where('brand_id', '=', brandId)
  const rows = await prompts.where('number', 'in', [...new Set(numbers)]).execute()
  return new Map(rows.map(({ number, id, text }) => [number, { id, text }]))
}

export function serializeAlert(
  services: Services,
  row: Selectable<AlertsTable>,
  texts: PromptTexts,
): z.input<typeof alertSchema> {
  const { model_before: before, model_after: after } = row
  return {
    id: row.id,
    raised_at: row.raised_at.toISOString(),
    engine: row.engine,
    country: row.country,
    direction: row.direction,
    since: row.since,
    before_pct: share('before_pct', 100 * row.share_before),
    after_pct: share('after_pct', 100 * row.share_after),
    change: shownChange(100 * row.share_after, 100 * row.share_before),
    model_change: before === null || after === null ? null : { before, after },
    evidence: row.evidence.map((cell) => serializeCell(cell, texts)),
    summary: alertSentence(services, row),
    state: row.state,
    status: row.state,
    updated_at: row.updated_at.toISOString(),
  }
}

const serializeCell = ({ prompt, n, y, moved }: EvidenceCell, texts: PromptTexts) => ({
  prompt_id: texts.get(prompt)?.id ?? null,
  prompt: texts.get(prompt)?.text ?? null,
  before_pct: share('before_pct', (100 * y[0]) / n[0]),
  after_pct: share('after_pct', (100 * y[1]) / n[1]),
  answers_before: n[0],
  answers_after: n[1],
  moved: rounded(100 * moved),
})
