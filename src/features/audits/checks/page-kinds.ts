import type { FetchProblemKind } from '../../../lib/fetching/fetch-problem.ts'
import type { DocumentFacts, PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { isNoindex, robotsRules } from '../../../lib/site/pages/robots-directives.ts'

/** A refresh after so long is a redirect to those who read, and to engines. */
const refreshSeconds = 5

/** Where a page sends its visitors by itself; null where it does not. */
export function refreshTarget({ url, response, document }: PageFacts): string | null {
  const refresh = document?.refresh ?? response?.refresh
  const isElsewhere = refresh?.url != null && refresh.url !== url && refresh.seconds <= refreshSeconds
  return isElsewhere ? refresh.url : null
}

/** Whether it was served well at its own address. */
function isServed({ redirects, response }: PageFacts): boolean {
  return redirects.length === 0 && response !== null && response.status === 200 && !response.isChallenge
}

/** Whether it is a page with nothing in it. */
export function isEmptyPage(facts: PageFacts): boolean {
  const { response, document } = facts
  if (!isServed(facts) || refreshTarget(facts) !== null) return false
  const isHtml = ['', 'text/html', 'application/xhtml+xml'].includes(response?.contentType ?? '')
  return document === null ? isHtml && response?.bytes === 0 : document.isEmpty === true
}

/** Whether it is the source of a page, with the places that should have been filled in. */
export const isTemplate = (facts: PageFacts): boolean =>
  isServed(facts) && facts.document?.isTemplate === true

/**
 * The HTML document of a page that was served well at its own address, and that is one: of a mere signpost, of nothing and
 * of a template there is that one thing to say.
 */
export function servedDocument(facts: PageFacts): DocumentFacts | undefined {
  const isHollow = refreshTarget(facts) !== null || isEmptyPage(facts) || isTemplate(facts)
  return isServed(facts) && !isHollow ? (facts.document ?? undefined) : undefined
}

/**
 * The document of a page that is meant to be read and found: not kept out of indexes. What is wrong with the words of other
 * pages harms nobody.
 */
export function contentOf(facts: PageFacts): DocumentFacts | undefined {
  const document = servedDocument(facts)
  if (document === undefined || document.soundsNotFound) return undefined
  return isNoindex(facts) ? undefined : document
}

/** The addresses that a page names as the one it should be known by, without repetitions. */
export function canonicalsOf({ response, document }: PageFacts): string[] {
  return [...new Set([...(response?.canonicals ?? []), ...(document?.canonicals ?? [])])]
}

/** Problems that are of the server and its network; others are of the address, or of this audit. */
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
/** The server is there, and wants somebody else or another time. */
const refusedStatuses = [401, 403, 407, 429, 451]

/** Whether nothing was there to be read because the server could not be reached or understood. */
export function isUnreachable({ problem }: PageFacts): boolean {
  return problem !== null && serverProblems.includes(problem.kind)
}

/** Whether a status is that of a redirect: the answer to it is none where no address came with it. */
const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304

/** Whether what came is neither the page nor an error: a redirect that does not say where to, or another status than 200. */
export function isUnexpectedResponse({ response }: PageFacts): boolean {
  const status = response?.status ?? 200
  if (response?.isChallenge) return false
  return isRedirect(status) || (status < 300 && status !== 200)
}

/** Whether a link to the address is broken for everybody. */
export function isBroken(facts: PageFacts): boolean {
  const { problem, response, redirects } = facts
  if (problem !== null) {
    return isUnreachable(facts) || (redirects.length > 0 && redirectProblems.includes(problem.kind))
  }
  if (response === null || response.isChallenge) return false
  const { status } = response
  return isRedirect(status) || (status >= 400 && !refusedStatuses.includes(status))
}

/** Whether a directive for all crawlers stands in the page’s rules, in one of these forms. */
export function hasDirective(facts: PageFacts, ...directives: string[]): boolean {
  return robotsRules(facts).some(
    (rule) => rule.agent === '*' && rule.directives.some((directive) => directives.includes(directive)),
  )
}
