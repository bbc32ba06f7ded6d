import { z } from 'zod'
import { invalidRequest } from '../../lib/errors.ts'
import { visitFilterFields } from '../crawler/index.ts'
import { executionOutcomes } from '../executions/index.ts'
import { periodFields, plainFilterFields, promptIdFilter } from '../visibility/index.ts'

const { bot_category, crawler } = visitFilterFields
const { topic_id, engine, country, tag_id, tag_match_mode } = plainFilterFields

export const filterFields = {
  topic_id,
  engine,
  country,
  tag_id,
  tag_match_mode: tag_match_mode.removeDefault().optional(),
  prompt_id: promptIdFilter,
  outcome: executionOutcomes,
  bot_category,
  crawler,
}

export const exportPeriodFields = periodFields

const filters = z.object(filterFields)
export type ExportFilters = z.output<typeof filters>

export const givenFilters = (input: ExportFilters): ExportFilters =>
  Object.fromEntries(
    Object.keys(filterFields).flatMap((name) => {
      const value = input[name as keyof ExportFilters]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** @throws ApiError invalid_request for a filter that the kind does not support */
export function checkFilters(name: string, filters: readonly (keyof ExportFilters)[], given: ExportFilters): void {
  const invalid = Object.keys(given).find((filter) => !filters.includes(filter as keyof ExportFilters))
  if (invalid !== undefined)
    throw invalidRequest(`${invalid}: exports of ${name} support only ${filters.join(', ')} and the period`)
}
