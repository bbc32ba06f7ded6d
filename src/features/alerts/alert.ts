import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { deprecatedFor, utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { inCountry } from '../../lib/countries.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'
import { knownEngines } from '../engines/index.ts'
import { rounded, share, shareField, shownChange } from '../visibility/index.ts'
import type { EvidenceCell } from './tables.ts'

export const alertState = z.enum(['open', 'acknowledged', 'closed'])

export const alertSchema = z
  .object({
    id: z.uuid(),
    raised_at: utcTimestamp.describe('End of the day whose answers raised the alert.'),
    engine: z.string().describe('Engine slug.'),
    country: z.string().describe('Country code of the market.'),
    direction: z.enum(['up', 'down']),
    since: z.iso.date().describe('Most likely first day of the change (UTC).'),
    before_pct: shareField.describe(
      'Visibility in the eight weeks before the change, or since an earlier alert, for prompts with answers before and after.',
    ),
    after_pct: shareField.describe('Visibility for these prompts from the change until the alert was raised.'),
    change: z.number().describe('after_pct minus before_pct, both as shown, in percentage points.'),
    model_change: z
      .object({ before: z.string(), after: z.string() })
      .nullable()
      .describe(
        'The models that the engine served most before and after, if they differ: a coincidence in time, not a proven cause.',
      ),
    evidence: z
      .array(
        z.object({
          prompt_id: z.uuid().nullable().describe('Null if the prompt was deleted.'),
          prompt: z.string().nullable(),
          before_pct: shareField,
          after_pct: shareField,
          answers_before: z.int().describe('Answers before the change.'),
          answers_after: z.int().describe('Answers from the change until the alert was raised.'),
          moved: z
            .number()
            .describe(
              'Its contribution to the change in percentage points. Contributions of all prompts sum to the change.',
            ),
        }),
      )
      .describe('The prompts with the largest contributions, at most 5.'),
    summary: z.string().describe('The alert in words.'),
    state: alertState.meta(deprecatedFor('status')),
    status: alertState.describe('Open until a member changes it.'),
    updated_at: utcTimestamp,
  })
  .meta({ component: 'VisibilityAlert' })

/** Excludes size and evidence, which late answers can change. */
export const alertVersion = defineVersioned('alert', ['id', 'state'])

export type PromptTexts = ReadonlyMap<number, { id: string; text: string }>

/** Loads the prompts in the evidence of alerts, by number. Deleted prompts are missing. */
export async function readPromptTexts(
  db: PostgresLike,
  brandId: string,
  alerts: readonly Pick<Row<'visibility_alerts'>, 'evidence'>[],
): Promise<PromptTexts> {
  const numbers = alerts.flatMap(({ evidence }) => evidence.map(({ prompt }) => prompt))
  if (numbers.length === 0) return new Map()
  const prompts = db.selectFrom('prompts').select(['number', 'id', 'text']).where('brand_id', '=', brandId)
  const rows = await prompts.where('number', 'in', [...new Set(numbers)]).execute()
  return new Map(rows.map(({ number, id, text }) => [number, { id, text }]))
}

export function serializeAlert(services: Services, row: Row<'visibility_alerts'>, texts: PromptTexts) {
  const { model_before: before, model_after: after } = row
  return showRow(alertSchema, {
    ...row,
    before_pct: share('before_pct', 100 * row.share_before),
    after_pct: share('after_pct', 100 * row.share_after),
    change: shownChange(100 * row.share_after, 100 * row.share_before),
    model_change: before === null || after === null ? null : { before, after },
    evidence: row.evidence.map((cell) => serializeCell(cell, texts)),
    summary: alertSentence(services, row),
    status: row.state,
  })
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

const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Rounds like pages, which receive shares with 2 decimals. */
const percent = (share: number) => `${(Math.round(10 * rounded(100 * share)) / 10).toFixed(1)}%`

function alertSentence({ config }: Services, alert: Row<'visibility_alerts'>): string {
  const { engine, country, direction, since, share_before, share_after, model_before, model_after } = alert
  const name = knownEngines(config).find(({ slug }) => slug === engine)?.name ?? engine
  const change = `from ${percent(share_before)} to ${percent(share_after)}`
  const words =
    `Visibility on ${name} ${inCountry(country)} ${direction === 'up' ? 'rose' : 'fell'} ${change} ` +
    `since ${days.format(new Date(since))}, for the same prompts.`
  if (model_before === null || model_after === null) return words
  return `${words} It coincides with a model change from ${model_before} to ${model_after}.`
}
