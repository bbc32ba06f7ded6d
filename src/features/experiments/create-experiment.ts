import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { day, uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { country } from '../../lib/countries.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import { minDays, minPrompts } from '../../lib/statistics/experiment.ts'
import { insertRow } from '../../stores/postgres-rows.ts'
import { addDays, checkEngines, daysOf } from '../visibility/index.ts'
import {
  type Experiment,
  experimentFields,
  experimentSchema,
  experimentsOf,
  maxBaselineDays,
  maxDays,
  maxPrompts,
  metrics,
  serializeExperiment,
} from './experiment.ts'

const promptIds = z.array(uuid).max(2 * maxPrompts)

export const createExperiment = defineChange({
  name: 'create-experiment',
  summary: 'Create an experiment: treated prompts, and controls to compare them with',
  description:
    'Prompts, metric, engines, markets and dates cannot change later. Either name treated and control prompts, or name ' +
    'candidate prompts: half of them are then drawn as treated, which is the only design that shows a cause.',
  ...brandWrite('write:prompts', 'POST', '/experiments', {
    body: [
      ...['name', 'description', 'metric', 'treated_prompt_ids', 'control_prompt_ids', 'candidate_prompt_ids'],
      ...[
        'engines',
        'countries',
        'started_on',
        'ended_on',
        'days_left_out',
        'baseline_days',
        'judged_from',
        'opportunity_id',
      ],
    ],
  }),
  fields: {
    name: experimentFields.name,
    description: experimentFields.description.optional(),
    metric: z.enum(metrics).default('visibility_pct').describe('The one figure that carries the verdict.'),
    treated_prompt_ids: promptIds.default([]).describe(`${minPrompts} to ${maxPrompts} prompts.`),
    control_prompt_ids: promptIds.default([]).describe('Prompts that are left alone.'),
    candidate_prompt_ids: promptIds.default([]).describe('Prompts of which half are drawn as treated.'),
    engines: z.array(z.string()).default([]).describe('Engine slugs. Defaults to all.'),
    countries: z.array(country).default([]).describe('Country codes. Defaults to all.'),
    started_on: day.describe('Day of the treatment (UTC).'),
    ended_on: day.optional().describe('Last day that counts (UTC). Defaults to 28 days that count.'),
    days_left_out: z.int().min(0).max(28).default(0).describe('Days after the start that do not count.'),
    baseline_days: z
      .int()
      .min(minDays)
      .max(maxBaselineDays)
      .default(28)
      .describe('Days before the start to compare with.'),
    judged_from: day
      .optional()
      .describe(
        'First day of the figures by which the treated prompts were chosen. The baseline then ends before that day, unless they are drawn.',
      ),
    opportunity_id: uuid
      .optional()
      .describe('The opportunity whose work it measures, and whose state becomes measuring.'),
  },
  data: experimentSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    checkEngines(services, input.engines)
    const { started_on, days_left_out: leftOut, judged_from } = input
    const ended_on = input.ended_on ?? addDays(started_on, leftOut + 27)
    const counted = daysOf({ start_date: addDays(started_on, leftOut), end_date: ended_on })
    if (counted < minDays || counted > maxDays)
      throw invalidRequest(
        `ended_on: ${minDays} to ${maxDays} days must count, from ${addDays(started_on, leftOut)} to ended_on; ` +
          `${ended_on} makes ${counted}`,
      )
    if (judged_from !== undefined && judged_from >= started_on)
      throw invalidRequest('judged_from must be before started_on')
    const { isDrawn, treated, controls } = armsOf(input)
    const prompts = await transaction
      .selectFrom('prompts')
      .select(['id', 'number', 'text'])
      .where('brand_id', '=', brand.id)
      .where('id', 'in', [...treated, ...controls])
      .orderBy('number')
      .execute()
    const known = new Set(prompts.map(({ id }) => id))
    for (const [field, ids] of [
      [isDrawn ? 'candidate_prompt_ids' : 'treated_prompt_ids', treated],
      [isDrawn ? 'candidate_prompt_ids' : 'control_prompt_ids', controls],
    ] as const)
      for (const id of ids) if (!known.has(id)) throw invalidRequest(`${field}: the brand has no prompt ${id}`)
    const others = await experimentsOf(transaction, brand.id)
      .where('ended_on', '>=', started_on)
      .where('started_on', '<=', ended_on)
      .execute()
    for (const other of others)
      if (other.prompts.some(({ id }) => known.has(id)))
        throw conflict(`the experiment “${other.name}” includes some of these prompts at the same time`)
    const baselineEnd = isDrawn || judged_from === undefined ? started_on : judged_from
    const now = services.now()
    const row: Experiment = {
      id: randomUUID(),
      brand_id: brand.id,
      name: input.name,
      description: input.description ?? null,
      metric: input.metric,
      engines: input.engines,
      countries: input.countries,
      started_on,
      ended_on,
      days_left_out: leftOut,
      baseline_start_on: addDays(baselineEnd, -input.baseline_days),
      baseline_end_on: addDays(baselineEnd, -1),
      judged_from: judged_from ?? null,
      is_drawn: isDrawn,
      // The verdict on a past period is known immediately.
      announced_at: ended_on < now.toISOString().slice(0, 10) ? now : null,
      prompts: prompts.map((prompt) => ({ ...prompt, is_treated: treated.has(prompt.id) })),
      created_at: now,
      updated_at: now,
    }
    await insertRow(transaction, 'experiments', { ...row, prompts: JSON.stringify(row.prompts) })
    const { opportunity_id } = input
    if (opportunity_id !== undefined) {
      const { numUpdatedRows } = await transaction
        .updateTable('opportunities')
        .set({ state: 'done', progress: 'measuring', experiment_id: row.id, updated_at: now })
        .where('brand_id', '=', brand.id)
        .where('id', '=', opportunity_id)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw invalidRequest(`opportunity_id: the brand has no opportunity ${opportunity_id}`)
    }
    const data = serializeExperiment(row)
    return { data, audit: { before: null, after: { ...data, ...(opportunity_id && { opportunity_id }) } } }
  },
})

/** @throws ApiError invalid_request if an arm is too small or too large, or both contain a prompt */
function armsOf(input: {
  treated_prompt_ids: string[]
  control_prompt_ids: string[]
  candidate_prompt_ids: string[]
}): { isDrawn: boolean; treated: Set<string>; controls: Set<string> } {
  const candidates = [...new Set(input.candidate_prompt_ids)]
  const isDrawn = candidates.length > 0
  const [treated, controls] = [new Set(input.treated_prompt_ids), new Set(input.control_prompt_ids)]
  if (isDrawn) {
    if (treated.size > 0) throw invalidRequest('set either candidate_prompt_ids or treated_prompt_ids, not both')
    if (candidates.length < 2 * minPrompts || candidates.length > 2 * maxPrompts)
      throw invalidRequest(`candidate_prompt_ids takes ${2 * minPrompts} to ${2 * maxPrompts} prompts`)
    for (let drawn = Math.floor(candidates.length / 2); drawn > 0; drawn--)
      treated.add(candidates.splice(randomInt(candidates.length), 1)[0] as string)
    for (const id of candidates) controls.add(id)
  }
  for (const [field, ids] of [
    ['treated_prompt_ids', treated],
    ['control_prompt_ids', controls],
  ] as const)
    if (ids.size < minPrompts || ids.size > maxPrompts)
      throw invalidRequest(`${field} takes ${minPrompts} to ${maxPrompts} prompts`)
  const both = [...treated].find((id) => controls.has(id))
  if (both !== undefined) throw invalidRequest(`control_prompt_ids: ${both} is also treated; a prompt has one role`)
  return { isDrawn, treated, controls }
}
