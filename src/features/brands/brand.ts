import { z } from 'zod'
import { trimmedText, utcTimestamp } from '../../kernel/fields.ts'
import {
  excludedPhrasesShown,
  findableName,
  findableNamesInAnyCase,
  matchFields,
  nameHint,
  nameHintField,
  shownMatching,
} from '../../kernel/name-fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import type { Brand } from '../../kernel/tables.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import { addressDomain, webAddress } from '../../lib/domains.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { isSitePort, minSitePort } from '../../lib/site/site-fetcher.ts'

export const brandSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    workspace_id: z.uuid(),
    is_active: z.boolean().describe('Whether the brand is monitored. An inactive brand keeps its history.'),
    primary_domain: z.string().nullable().describe('Registrable domain. Null if there is none.'),
    website: z
      .string()
      .nullable()
      .describe(
        'Site that is audited and read for the profile: primary_domain with its scheme, or the given subdomain and port.',
      ),
    match_case_sensitive: z.literal(true).optional().describe('Match the case of its names. Absent if false.'),
    match_in_context: z
      .literal(true)
      .optional()
      .describe('Count names only if the text shows that they are names. Absent if false.'),
    excluded_phrases: excludedPhrasesShown,
    created_at: utcTimestamp,
    updated_at: utcTimestamp,
  })
  .meta({ component: 'Brand' })

/** Includes updated_at to detect changes of aliases, which lists omit. */
export const brandVersion = defineVersioned('brand', fieldsExcept(brandSchema, 'created_at'))

/** The operator also sees aliases and advice about names. */
export const operatorBrandSchema = brandSchema.extend({
  aliases: z.array(z.string()),
  name_hint: nameHintField,
})

export const brandFields = {
  name: findableName(100).describe('Display name. Matched in answers.'),
  domain: trimmedText(1, 2048).describe(
    'Domain of its website, with a subdomain or port to cover only that part. https unless it starts with http://.',
  ),
  aliases: findableNamesInAnyCase(50).describe('Other names to match in answers.'),
  ...matchFields,
}

export const serializeBrand = (row: Brand) =>
  showRow(brandSchema, {
    ...row,
    match_case_sensitive: row.match_case_sensitive || undefined,
    ...shownMatching(row),
  })

export const serializeOperatorBrand = (row: Brand) => ({
  ...serializeBrand(row),
  aliases: row.aliases,
  ...nameHint(row),
})

/**
 * Derives the domain for counting citations, and the site to audit: only the given subdomain or port, if any.
 * @throws ApiError invalid_request for an invalid domain or unsupported port
 */
export function domainColumns(domain: string): { primary_domain: string; website: string } {
  const url = webAddress(domain)
  const apex = url === undefined ? undefined : addressDomain(url)
  if (url === undefined || apex === undefined) throw invalidRequest('domain must be a domain, such as example.com')
  if (!isSitePort(url)) throw invalidRequest(`domain must have the port 80, 443 or one from ${minSitePort}`)
  const host = url.host.replace(/\.(?=:|$)/, '').replace(/^www\.(?=.*\.)/, '')
  return { primary_domain: apex, website: `${url.protocol}//${host}` }
}
