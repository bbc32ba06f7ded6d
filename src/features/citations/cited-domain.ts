import { z } from 'zod'
import { siteDomain } from '../../lib/text/citations/site-domain.ts'

const takes = 'a domain as rows have it, in lower case, such as example.com'

/** The site of a cited page: hosts below a registrable domain belong to it and are no sites of their own. */
export const citedDomain = z
  .string()
  .refine(
    (domain) => URL.parse(`http://${domain}`)?.hostname === domain && siteDomain(domain) === domain,
    `must be ${takes}`,
  )
  .register(z.globalRegistry, { takes })
