import { aiAccessChecks } from './ai-access.ts'
import { contentChecks } from './content.ts'
import type { Check } from './define-check.ts'
import { headingChecks } from './headings.ts'
import { imageChecks } from './images.ts'
import { indexabilityChecks } from './indexability.ts'
import { languageChecks } from './language.ts'
import { linkChecks } from './links.ts'
import { metaDescriptionChecks } from './meta-description.ts'
import { redirectChecks } from './redirects.ts'
import { securityChecks } from './security.ts'
import { sitemapChecks } from './sitemaps.ts'
import { socialChecks } from './social.ts'
import { speedChecks } from './speed.ts'
import { statusChecks } from './status.ts'
import { structuredDataChecks } from './structured-data.ts'
import { titleChecks } from './title.ts'
import { urlChecks } from './url.ts'
import { viewportChecks } from './viewport.ts'

/** All checks of an audit. */
export const checks: readonly Check[] = [
  ...statusChecks,
  ...redirectChecks,
  ...indexabilityChecks,
  ...aiAccessChecks,
  ...titleChecks,
  ...metaDescriptionChecks,
  ...headingChecks,
  ...linkChecks,
  ...imageChecks,
  ...languageChecks,
  ...structuredDataChecks,
  ...contentChecks,
  ...securityChecks,
  ...speedChecks,
  ...sitemapChecks,
  ...socialChecks,
  ...viewportChecks,
  ...urlChecks,
]
