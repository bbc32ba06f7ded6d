import { aiBotsChallenged } from './ai_access/ai-bots-challenged.ts'
import { aiBotsRefused } from './ai_access/ai-bots-refused.ts'
import { aiFetchBotsBlocked } from './ai_access/ai-fetch-bots-blocked.ts'
import { aiSearchBotsBlocked } from './ai_access/ai-search-bots-blocked.ts'
import { aiTrainingBotsBlocked } from './ai_access/ai-training-bots-blocked.ts'
import { botKeptOutByPage } from './ai_access/bot-kept-out-by-page.ts'
import { llmsTxtMissing } from './ai_access/llms-txt-missing.ts'
import { llmsTxtUntitled } from './ai_access/llms-txt-untitled.ts'
import { noaiDirective } from './ai_access/noai-directive.ts'
import { snippetsForbidden } from './ai_access/snippets-forbidden.ts'
import { duplicateContent } from './content/duplicate-content.ts'
import { encodingBroken } from './content/encoding-broken.ts'
import { encodingContradiction } from './content/encoding-contradiction.ts'
import { encodingUndeclared } from './content/encoding-undeclared.ts'
import { javascriptOnly } from './content/javascript-only.ts'
import { thinContent } from './content/thin-content.ts'
import type { Check } from './define-check.ts'
import { h1Missing } from './headings/h1-missing.ts'
import { h1Several } from './headings/h1-several.ts'
import { headingEmpty } from './headings/heading-empty.ts'
import { headingLevelsSkipped } from './headings/heading-levels-skipped.ts'
import { longTextWithoutSubheadings } from './headings/long-text-without-subheadings.ts'
import { brokenImages } from './images/broken-images.ts'
import { heavyImages } from './images/heavy-images.ts'
import { imagesWithoutAlt } from './images/images-without-alt.ts'
import { blockedByRobotsTxt } from './indexability/blocked-by-robots-txt.ts'
import { blockedInSitemap } from './indexability/blocked-in-sitemap.ts'
import { canonicalChain } from './indexability/canonical-chain.ts'
import { canonicalMissing } from './indexability/canonical-missing.ts'
import { canonicalSeveral } from './indexability/canonical-several.ts'
import { canonicalToBroken } from './indexability/canonical-to-broken.ts'
import { canonicalToNoindex } from './indexability/canonical-to-noindex.ts'
import { canonicalToRedirect } from './indexability/canonical-to-redirect.ts'
import { nofollowPage } from './indexability/nofollow-page.ts'
import { noindex } from './indexability/noindex.ts'
import { noindexInSitemap } from './indexability/noindex-in-sitemap.ts'
import { noindexWithCanonical } from './indexability/noindex-with-canonical.ts'
import { robotsTxtBlocksHome } from './indexability/robots-txt-blocks-home.ts'
import { robotsTxtMissing } from './indexability/robots-txt-missing.ts'
import { robotsTxtUnknownLines } from './indexability/robots-txt-unknown-lines.ts'
import { robotsTxtUnreachable } from './indexability/robots-txt-unreachable.ts'
import { hreflangConflict } from './language/hreflang-conflict.ts'
import { hreflangInvalid } from './language/hreflang-invalid.ts'
import { hreflangNoReturn } from './language/hreflang-no-return.ts'
import { hreflangToBroken } from './language/hreflang-to-broken.ts'
import { hreflangWithoutSelf } from './language/hreflang-without-self.ts'
import { langInvalid } from './language/lang-invalid.ts'
import { langMissing } from './language/lang-missing.ts'
import { brokenExternalLinks } from './links/broken-external-links.ts'
import { brokenInternalLinks } from './links/broken-internal-links.ts'
import { deepPage } from './links/deep-page.ts'
import { linksToRedirects } from './links/links-to-redirects.ts'
import { linksWithoutText } from './links/links-without-text.ts'
import { malformedLinks } from './links/malformed-links.ts'
import { noInternalLinks } from './links/no-internal-links.ts'
import { nofollowInternalLinks } from './links/nofollow-internal-links.ts'
import { orphanPage } from './links/orphan-page.ts'
import { metaDescriptionDuplicate } from './meta_description/meta-description-duplicate.ts'
import { metaDescriptionMissing } from './meta_description/meta-description-missing.ts'
import { metaDescriptionSeveral } from './meta_description/meta-description-several.ts'
import { metaDescriptionTooLong } from './meta_description/meta-description-too-long.ts'
import { metaDescriptionTooShort } from './meta_description/meta-description-too-short.ts'
import { metaRefresh } from './redirects/meta-refresh.ts'
import { redirectChain } from './redirects/redirect-chain.ts'
import { redirectLoop } from './redirects/redirect-loop.ts'
import { redirectToError } from './redirects/redirect-to-error.ts'
import { temporaryRedirect } from './redirects/temporary-redirect.ts'
import { httpsUnavailable } from './security/https-unavailable.ts'
import { insecureInternalLinks } from './security/insecure-internal-links.ts'
import { mixedContent } from './security/mixed-content.ts'
import { noHttps } from './security/no-https.ts'
import { canonicalElsewhereInSitemap } from './sitemaps/canonical-elsewhere-in-sitemap.ts'
import { notInSitemap } from './sitemaps/not-in-sitemap.ts'
import { sitemapDeadEntry } from './sitemaps/sitemap-dead-entry.ts'
import { sitemapInvalidEntries } from './sitemaps/sitemap-invalid-entries.ts'
import { sitemapMissing } from './sitemaps/sitemap-missing.ts'
import { sitemapOverLimits } from './sitemaps/sitemap-over-limits.ts'
import { sitemapRedirect } from './sitemaps/sitemap-redirect.ts'
import { sitemapStale } from './sitemaps/sitemap-stale.ts'
import { sitemapUnreadable } from './sitemaps/sitemap-unreadable.ts'
import { sitemapWithoutDates } from './sitemaps/sitemap-without-dates.ts'
import { socialImageMissing } from './social/social-image-missing.ts'
import { socialTagsMissing } from './social/social-tags-missing.ts'
import { heavyHtml } from './speed/heavy-html.ts'
import { htmlCutOff } from './speed/html-cut-off.ts'
import { notCompressed } from './speed/not-compressed.ts'
import { slowFirstByte } from './speed/slow-first-byte.ts'
import { accessDenied } from './status/access-denied.ts'
import { addressNotRead } from './status/address-not-read.ts'
import { clientError } from './status/client-error.ts'
import { cutOffResponse } from './status/cut-off-response.ts'
import { rateLimited } from './status/rate-limited.ts'
import { serverError } from './status/server-error.ts'
import { siteReadInPart } from './status/site-read-in-part.ts'
import { soft404 } from './status/soft-404.ts'
import { unreachablePage } from './status/unreachable-page.ts'
import { structuredDataIncomplete } from './structured_data/structured-data-incomplete.ts'
import { structuredDataInvalid } from './structured_data/structured-data-invalid.ts'
import { structuredDataMissing } from './structured_data/structured-data-missing.ts'
import { structuredDataSparse } from './structured_data/structured-data-sparse.ts'
import { titleDuplicate } from './title/title-duplicate.ts'
import { titleMissing } from './title/title-missing.ts'
import { titleSeveral } from './title/title-several.ts'
import { titleTooLong } from './title/title-too-long.ts'
import { titleTooShort } from './title/title-too-short.ts'
import { endlessAddresses } from './url/endless-addresses.ts'
import { urlManyParameters } from './url/url-many-parameters.ts'
import { urlRepeatsItself } from './url/url-repeats-itself.ts'
import { urlTooLong } from './url/url-too-long.ts'
import { viewportFixed } from './viewport/viewport-fixed.ts'
import { viewportMissing } from './viewport/viewport-missing.ts'

/** Everything that an audit looks for. */
export const checks: readonly Check[] = [
  clientError,
  accessDenied,
  rateLimited,
  serverError,
  unreachablePage,
  cutOffResponse,
  soft404,
  addressNotRead,
  siteReadInPart,
  redirectChain,
  redirectLoop,
  redirectToError,
  temporaryRedirect,
  metaRefresh,
  blockedByRobotsTxt,
  noindex,
  noindexInSitemap,
  blockedInSitemap,
  canonicalMissing,
  canonicalSeveral,
  canonicalToBroken,
  canonicalToRedirect,
  canonicalToNoindex,
  canonicalChain,
  noindexWithCanonical,
  nofollowPage,
  robotsTxtUnreachable,
  robotsTxtMissing,
  robotsTxtBlocksHome,
  robotsTxtUnknownLines,
  aiSearchBotsBlocked,
  aiFetchBotsBlocked,
  aiTrainingBotsBlocked,
  aiBotsRefused,
  aiBotsChallenged,
  llmsTxtMissing,
  llmsTxtUntitled,
  snippetsForbidden,
  noaiDirective,
  botKeptOutByPage,
  titleMissing,
  titleTooLong,
  titleTooShort,
  titleSeveral,
  titleDuplicate,
  metaDescriptionMissing,
  metaDescriptionTooLong,
  metaDescriptionTooShort,
  metaDescriptionSeveral,
  metaDescriptionDuplicate,
  h1Missing,
  h1Several,
  headingEmpty,
  headingLevelsSkipped,
  longTextWithoutSubheadings,
  brokenInternalLinks,
  brokenExternalLinks,
  linksToRedirects,
  linksWithoutText,
  malformedLinks,
  orphanPage,
  deepPage,
  nofollowInternalLinks,
  noInternalLinks,
  imagesWithoutAlt,
  brokenImages,
  heavyImages,
  langMissing,
  langInvalid,
  hreflangInvalid,
  hreflangNoReturn,
  hreflangToBroken,
  hreflangWithoutSelf,
  hreflangConflict,
  structuredDataMissing,
  structuredDataInvalid,
  structuredDataIncomplete,
  structuredDataSparse,
  thinContent,
  duplicateContent,
  javascriptOnly,
  encodingBroken,
  encodingUndeclared,
  encodingContradiction,
  noHttps,
  httpsUnavailable,
  mixedContent,
  insecureInternalLinks,
  slowFirstByte,
  heavyHtml,
  htmlCutOff,
  notCompressed,
  sitemapMissing,
  sitemapUnreadable,
  sitemapOverLimits,
  sitemapInvalidEntries,
  sitemapWithoutDates,
  sitemapStale,
  sitemapDeadEntry,
  sitemapRedirect,
  canonicalElsewhereInSitemap,
  notInSitemap,
  socialTagsMissing,
  socialImageMissing,
  viewportMissing,
  viewportFixed,
  urlTooLong,
  urlManyParameters,
  urlRepeatsItself,
  endlessAddresses,
]
