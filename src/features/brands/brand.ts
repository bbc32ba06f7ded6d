import { z } from 'zod'
import type { Brand } from '../../kernel/context.ts'
import { trimmedText, utcTimestamp } from '../../kernel/fields.ts'
import { findableName, findableNamesInAnyCase } from '../../kernel/name-fields.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import { addressDomain, webAddress } from '../../lib/domains.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { isSitePort, minSitePort } from '../../lib/site/site-fetcher.ts'

export const brandSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    workspace_id: z.uuid(),
    is_active: z.boolean().describe('An inactive brand is no longer monitored but keeps its history'),
    primary_domain: z.string().nullable().describe('Apex domain'),
    website: z
      .string()
      .nullable()
      .describe(
        'What is audited and read for the profile: primary_domain with its protocol, or the subdomain and port of it that were given',
      ),
    created_at: utcTimestamp,
    updated_at: utcTimestamp,
  })
  .meta({ component: 'Brand' })

/** Lists do not show the other names of a brand, but when it was changed last. */
export const brandVersion = defineVersioned('brand', fieldsExcept(brandSchema, 'created_at'))

/** The operator also sees the other names that the brand is found by. */
export const operatorBrandSchema = brandSchema.extend({ aliases: z.array(z.string()) })

export const brandFields = {
  name: findableName(100).describe('Display name; matched against answers'),
  domain: trimmedText(1, 2048).describe(
    'Domain of its web site, a subdomain or port where only that is meant; https unless given with http://',
  ),
  aliases: findableNamesInAnyCase(50).describe('Other names to match on'),
}

export function serializeBrand(row: Brand): z.input<typeof brandSchema> {
  return {
    id: row.id,
    name: row.name,
    workspace_id: row.workspace_id,
    is_active: row.is_active,
    primary_domain: row.primary_domain,
    website: row.website,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export const serializeOperatorBrand = (row: Brand) => ({ ...serializeBrand(row), aliases: row.aliases })

/**
 * The domain that citations are counted by, and the site that is audited: with a subdomain or port only what is there. `www.` is
 * no site of its own.
 * @throws ApiError invalid_request where the text names no domain, or a port that nobody serves pages at
 */
export function domainColumns(domain: string): { primary_domain: string; website: string } {
  const url = webAddress(domain)
  const apex = url === undefined ? undefined : addressDomain(url)
  if (url === undefined || apex === undefined)
    throw invalidRequest('domain must be a domain, such as example.com')
  if (!isSitePort(url)) throw invalidRequest(`domain must have the port 80, 443 or one from ${minSitePort}`)
  const host = url.host.replace(/\.(?=:|$)/, '').replace(/^www\.(?=.*\.)/, '')
  return { primary_domain: apex, website: `${url.protocol}//${host}` }
}
