import { z } from 'zod'
import { trimmedText } from '../../kernel/fields.ts'
import {
  excludedPhrasesShown,
  findableName,
  findableNames,
  matchFields,
  nameHint,
  nameHintField,
  shownMatching,
} from '../../kernel/name-fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import { addressDomain } from '../../lib/domains.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { colorSlots } from './free-color.ts'

export type Competitor = Row<'competitors'>

export const competitorSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    primary_url: z.string().nullable(),
    domain: z.string().nullable().describe('Derived from primary_url. Null if another competitor of the brand has it.'),
    relation: z.enum(['direct_competitor', 'indirect_competitor', 'partner']),
    aliases: z.array(z.string()),
    is_active: z.boolean(),
    is_manual: z.boolean(),
    match_case_sensitive: z.boolean(),
    match_require_domain: z.boolean().describe('Count a page mention only when a domain signal is present.'),
    match_mode: z.string(),
    color: z
      .int()
      .min(1)
      .describe(
        `Color slot in charts, from 1 on. Assigned at creation and never changes; two competitors share a slot only if the brand has more than ${colorSlots}.`,
      ),
    match_in_context: z
      .literal(true)
      .optional()
      .describe('Count names only if the text shows that they are names. Absent if false.'),
    excluded_phrases: excludedPhrasesShown,
    name_hint: nameHintField,
  })
  .meta({ component: 'Competitor' })

export const competitorVersion = defineVersioned('competitor', fieldsExcept(competitorSchema, 'name_hint'))

export const competitorFields = {
  name: findableName(200).describe('Name to match in answers.'),
  primary_url: trimmedText(1, 2048).describe('http or https URL of a domain.'),
  aliases: findableNames(50).describe(
    'Other names to match. Names that differ only by case count as one unless match_case_sensitive is true.',
  ),
  relation: z.enum(['direct_competitor', 'indirect_competitor', 'partner']),
  ...matchFields,
  match_require_domain: z.boolean(),
}

export const serializeCompetitor = (row: Competitor) =>
  showRow(competitorSchema, {
    ...row,
    ...shownMatching(row),
    ...nameHint(row),
  })

/** @throws ApiError invalid_request unless the URL is http(s), without credentials, and has a registrable domain */
export function domainOf(primaryUrl: string): string {
  const url = URL.canParse(primaryUrl) ? new URL(primaryUrl) : undefined
  const isWeb = url !== undefined && ['http:', 'https:'].includes(url.protocol)
  const domain = isWeb ? addressDomain(url) : undefined
  if (domain === undefined)
    throw invalidRequest('primary_url must be an http or https URL of a domain, such as https://example.com')
  if (url?.username !== '' || url.password !== '')
    throw invalidRequest('primary_url must not contain a user or password')
  return domain
}
