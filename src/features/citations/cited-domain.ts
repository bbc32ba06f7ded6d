import { z } from 'zod'
import { siteDomain } from '../../lib/text/citations/site-domain.ts'

const takes = 'a registrable domain in lower case, such as example.com'

/** The site of a cited page. Subdomains belong to their registrable domain. */
export const citedDomain = z
  .string()
  .refine(
    (domain) => URL.parse(`http://${domain}`)?.hostname === domain && siteDomain(domain) === domain,
    `must be ${takes}`,
  )
  .register(z.globalRegistry, { takes })
