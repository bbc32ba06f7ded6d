import type { FetchProblemKind } from '../../../lib/fetching/fetch-problem.ts'
import type { DocumentFacts, PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { isNoindex, robotsRules } from '../../../lib/site/pages/robots-directives.ts'

/** Readers and engines treat a refresh within this time as a redirect. */
const refreshSeconds = 5

/** The URL that a page redirects to in the browser; null if it does not. */
export function refreshTarget({ url, response, document }: PageFacts): string | null {
  const refresh = document?.refresh ?? response?.refresh
  const isElsewhere = refresh?.url != null && refresh.url !== url && refresh.seconds <= refreshSeconds
  return isElsewhere ? refresh.url : null
}

/** Whether the page returned 200 without redirects or a challenge. */
function isServed({ redirects, response }: PageFacts): boolean {
  return redirects.length === 0 && response !== null && response.status === 200 && !response.isChallenge
}

/** Whether the page has no content. */
export function isEmptyPage(facts: PageFacts): boolean {
  const { response, document } = facts
  if (!isServed(facts) || refreshTarget(facts) !== null) return false
  const isHtml = ['', 'text/html', 'application/xhtml+xml'].includes(response?.contentType ?? '')
  return document === null ? isHtml && response?.bytes === 0 : document.isEmpty === true
}

/** Whether the page is an unrendered template. */
export const isTemplate = (facts: PageFacts): boolean => isServed(facts) && facts.document?.isTemplate === true

/**
 * The HTML document of a successfully served page. Undefined for client-side redirects, empty pages and templates,
 * which get only that one finding.
 */
export function servedDocument(facts: PageFacts): DocumentFacts | undefined {
  const isHollow = refreshTarget(facts) !== null || isEmptyPage(facts) || isTemplate(facts)
  return isServed(facts) && !isHollow ? (facts.document ?? undefined) : undefined
}

/** The document of an indexable page. Content problems of other pages do not matter. */
export function contentOf(facts: PageFacts): DocumentFacts | undefined {
  const document = servedDocument(facts)
  if (document === undefined || document.soundsNotFound) return undefined
  return isNoindex(facts) ? undefined : document
}

/** The same, if it was read to its end and needs no scripts: only then is a missing part known to be missing. */
export function wholeContentOf(facts: PageFacts): DocumentFacts | undefined {
  const document = contentOf(facts)
  return document?.isCut || document?.needsJavaScript ? undefined : document
}

/** The distinct canonical URLs that a page declares. */
export function canonicalsOf({ response, document }: PageFacts): string[] {
  return [...new Set([...(response?.canonicals ?? []), ...(document?.canonicals ?? [])])]
}

/** Problems of the server or its network, not of the URL or this audit. */
const serverProblems: readonly FetchProblemKind[] = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'closed_early',
  'malformed',
  'undecodable',
  'too_large',
]
const redirectProblems: readonly FetchProblemKind[] = ['redirect_loop', 'too_many_redirects', 'invalid_url']
/** The server works but rejects this client or this moment. */
const refusedStatuses = [401, 403, 407, 429, 451]

/** Whether the server was unreachable or its response was unreadable. */
export function isUnreachable({ problem }: PageFacts): boolean {
  return problem !== null && serverProblems.includes(problem.kind)
}

/** Whether a status is a redirect. Such a final response has no usable Location. */
const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304

/** Whether the response is neither a page nor an error: a redirect without a target, or a 2xx status except 200. */
export function isUnexpectedResponse({ response }: PageFacts): boolean {
  const status = response?.status ?? 200
  if (response?.isChallenge) return false
  return isRedirect(status) || (status < 300 && status !== 200)
}

/** Whether links to the URL are broken for all visitors. */
export function isBroken(facts: PageFacts): boolean {
  const { problem, response, redirects } = facts
  if (problem !== null) {
    return isUnreachable(facts) || (redirects.length > 0 && redirectProblems.includes(problem.kind))
  }
  if (response === null || response.isChallenge) return false
  const { status } = response
  return isRedirect(status) || (status >= 400 && !refusedStatuses.includes(status))
}

/** Whether the page’s rules for all crawlers have one of these directives. */
export function hasDirective(facts: PageFacts, ...directives: string[]): boolean {
  return robotsRules(facts).some(
    (rule) => rule.agent === '*' && rule.directives.some((directive) => directives.includes(directive)),
  )
}
