import type { Kysely } from 'kysely'
import { z } from 'zod'
import { nameText, trimmedText, utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { notFound } from '../../lib/errors.ts'
import type { Row, Tables } from '../../stores/postgres-schema.ts'

export const metrics = ['visibility_pct', 'market_share_pct', 'sentiment_score', 'avg_rank'] as const
export type Metric = (typeof metrics)[number]

export const verdicts = ['worked', 'backfired', 'no_clear_effect', 'running', 'not_comparable'] as const

export const [maxPrompts, maxDays, maxBaselineDays] = [200, 56, 90] as const

export const effectSchema = z.object({ value: z.number(), low: z.number(), high: z.number() })

export const experimentFields = {
  name: nameText(200),
  description: trimmedText(1, 5000).describe('The work on the treated prompts, and its reason.'),
}

export const experimentShape = {
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  metric: z.enum(metrics).describe('The one figure that carries the verdict.'),
  engines: z.array(z.string()).describe('Engine slugs. Empty: all.'),
  countries: z.array(z.string()).describe('Country codes. Empty: all.'),
  treated_prompt_ids: z.array(z.uuid()),
  control_prompt_ids: z.array(z.uuid()),
  started_on: z.iso.date().describe('Day of the treatment (UTC).'),
  ended_on: z.iso.date().describe('Last day that counts (UTC).'),
  days_left_out: z.int().describe('Days after the start that do not count.'),
  baseline_start_date: z.iso.date(),
  baseline_end_date: z.iso.date(),
  assignment: z.enum(['coin', 'chosen']).describe('How the treated prompts were selected.'),
  is_retrospective: z.boolean().describe('Whether it was created after its start.'),
  created_at: utcTimestamp,
  updated_at: utcTimestamp,
}

export const experimentSchema = z.object(experimentShape).meta({ component: 'Experiment' })

export const experimentVersion = defineVersioned('experiment', ['id', 'name', 'description'])

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'experiments.prompts': FrozenPrompt[]
  }
}

/** A prompt as it was when the experiment was created. */
export interface FrozenPrompt {
  id: string
  number: number
  text: string
  is_treated: boolean
}

export type Experiment = Row<'experiments'>

const isoDay = (time: Date) => time.toISOString().slice(0, 10)

export const idsOf = ({ prompts }: Pick<Experiment, 'prompts'>, isTreated: boolean) =>
  prompts.filter((prompt) => prompt.is_treated === isTreated).map(({ id }) => id)

export const serializeExperiment = (row: Experiment) =>
  showRow(experimentSchema, {
    ...row,
    metric: row.metric as Metric,
    treated_prompt_ids: idsOf(row, true),
    control_prompt_ids: idsOf(row, false),
    baseline_start_date: row.baseline_start_on,
    baseline_end_date: row.baseline_end_on,
    assignment: row.is_drawn ? 'coin' : 'chosen',
    is_retrospective: row.started_on < isoDay(row.created_at),
  })

/** The brand's experiments. */
export const experimentsOf = (db: Kysely<Tables>, brandId: string) =>
  db.selectFrom('experiments').selectAll().where('brand_id', '=', brandId)

/** @throws ApiError not_found if the brand has no such experiment */
export async function findExperiment(db: Kysely<Tables>, brandId: string, id: string): Promise<Experiment> {
  const row = await experimentsOf(db, brandId).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('experiment')
  return row
}
