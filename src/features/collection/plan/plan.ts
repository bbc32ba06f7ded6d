import { z } from 'zod'
import type { Services } from '../../../kernel/context.ts'
import { utcTimestamp, uuid } from '../../../kernel/fields.ts'
import { showRow } from '../../../kernel/shown-row.ts'
import { defineVersioned, fieldsExcept } from '../../../kernel/versions.ts'
import { country } from '../../../lib/countries.ts'
import { invalidRequest } from '../../../lib/errors.ts'
import type { Row } from '../../../stores/postgres-schema.ts'
import { engineFinder, knownEngines } from '../../engines/index.ts'

export type Plan = Row<'collection_plans'>

const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/)
  .register(z.globalRegistry, { takes: 'a BCP 47 language tag, such as en or pt-BR' })

const zoneTakes = 'an IANA time zone, such as Europe/Berlin'

const timeZone = z
  .string()
  .max(100)
  .refine((zone) => zoneNamed(zone) === zone && /^[A-Z]/.test(zone), {
    error: ({ input }) => `must be ${zoneTakes}${hintOn(input)}`,
  })
  .register(z.globalRegistry, { takes: zoneTakes })

/** The zone of a name in any case; undefined if it is unknown. */
function zoneNamed(name: unknown): string | undefined {
  try {
    return Temporal.Now.zonedDateTimeISO(String(name)).timeZoneId
  } catch {
    return undefined
  }
}

function hintOn(input: unknown): string {
  const meant = zoneNamed(input)
  return meant === undefined || !/^[A-Z]/.test(meant) ? '' : `; use ${meant}`
}

export const planFields = {
  source_id: uuid.describe('The source that collects answers.'),
  fallback_source_id: uuid.nullable().describe('The source to use if source_id fails. Empty for none.'),
  countries: z
    .array(country)
    .min(1)
    .max(50)
    .describe('Markets. A prompt with its own markets runs only in those that both have.'),
  language: language.nullable().describe('Language for providers that support one. Empty for none.'),
  replicates: z.int().min(1).max(20).describe('Answers per prompt and market in each run. Defaults to 1.'),
  times_per_day: z.int().min(1).max(24).describe('Runs per day. Defaults to 1.'),
  times_per_week: z.int().min(1).max(7).describe('Runs per week, instead of times_per_day.'),
  start_hour: z
    .int()
    .min(0)
    .max(23)
    .describe('Hour in time_zone at which the first run of a day, or of a week on Monday, starts. Defaults to 0.'),
  time_zone: timeZone.describe('IANA time zone of start_hour, such as Europe/Berlin. Defaults to UTC.'),
  tag_ids: z.array(uuid).max(100).nullable().describe('Only prompts with one of these tags. Empty for all prompts.'),
  topic_ids: z
    .array(uuid)
    .max(100)
    .nullable()
    .describe('Only prompts of these topics and their subtopics. Empty for all prompts.'),
  is_active: z.boolean().describe('Set to false to pause the plan.'),
}

export const planSchema = z.object({
  engine: z.string(),
  source_id: z.uuid().nullable().describe('Null if the source was deleted; the plan collects nothing.'),
  fallback_source_id: z.uuid().nullable(),
  countries: z.array(z.string()),
  language: z.string().nullable(),
  replicates: z.int(),
  times_per_day: z.int().nullable(),
  times_per_week: z.int().nullable(),
  start_hour: z.int(),
  time_zone: z.string(),
  tag_ids: z.array(z.uuid()),
  topic_ids: z.array(z.uuid()),
  is_active: z.boolean(),
  created_at: utcTimestamp,
  updated_at: utcTimestamp,
})

export const planVersion = defineVersioned('plan', fieldsExcept(planSchema, 'created_at', 'updated_at'))

export const serializePlan = (plan: Plan) =>
  showRow(planSchema, { ...plan, language: plan.language === '' ? null : plan.language })

/** @throws ApiError invalid_request if a slug is unknown */
export function checkEngines({ config }: Services, slugs: readonly string[] = []): void {
  const known = knownEngines(config).map(({ slug }) => slug)
  if (slugs.some((slug) => !known.includes(slug))) throw invalidRequest(`engine must be one of ${known.join(', ')}`)
}

/** @throws ApiError invalid_request */
export function findEngine({ config }: Services, name: string): string {
  const engine = engineFinder(config)(name)
  if (engine === undefined) throw invalidRequest(`engine: unknown engine ${JSON.stringify(name.slice(0, 100))}`)
  return engine
}
