import { aiAccessChecks } from './ai-access.ts'
import { contentChecks } from './content.ts'
import type { Check } from './define-check.ts'
import { indexabilityChecks } from './indexability.ts'
import { languageChecks } from './language.ts'
import { linkChecks } from './links.ts'
import {
  headingChecks,
  imageChecks,
  metaDescriptionChecks,
  socialChecks,
  titleChecks,
  viewportChecks,
} from './page-elements.ts'
import { redirectChecks, securityChecks, speedChecks, statusChecks, urlChecks } from './responses.ts'
import { sitemapChecks } from './sitemaps.ts'
import { structuredDataChecks } from './structured-data.ts'

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
