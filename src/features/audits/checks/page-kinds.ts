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

/** The HTML document of a page that was served well at its own address. */
export function servedDocument({ response, document }: PageFacts): DocumentFacts | undefined {
  return response !== null && document !== null && response.status === 200 && !response.isChallenge
    ? document
    : undefined
}

/**
 * The document of a page that is meant to be read and found: neither kept out of indexes nor a mere signpost. What is
 * wrong with the words of other pages harms nobody.
 */
export function contentOf(facts: PageFacts): DocumentFacts | undefined {
  const document = servedDocument(facts)
  if (document === undefined || document.soundsNotFound) return undefined
  return isNoindex(facts) || refreshTarget(facts) !== null ? undefined : document
}

/** The addresses that a page names as the one it should be known by, without repetitions. */
export function canonicalsOf({ response, document }: PageFacts): string[] {
  return [...new Set([...(response?.canonicals ?? []), ...(document?.canonicals ?? [])])]
}

/** The document of a page that indexes should hold under this very address. */
export function indexableContent(facts: PageFacts): DocumentFacts | undefined {
  const document = contentOf(facts)
  const [canonical, ...others] = canonicalsOf(facts)
  const isItself = canonical === undefined || canonical === facts.url || others.length > 0
  return isItself ? document : undefined
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

/** Whether a link to the address is broken for everybody. */
export function isBroken(facts: PageFacts): boolean {
  const { problem, response, redirects } = facts
  if (problem !== null) {
    return isUnreachable(facts) || (redirects.length > 0 && redirectProblems.includes(problem.kind))
  }
  if (response === null || response.isChallenge) return false
  return response.status >= 400 && !refusedStatuses.includes(response.status)
}

/** Whether a directive for all crawlers stands in the page’s rules, in one of these forms. */
export function hasDirective(facts: PageFacts, ...directives: string[]): boolean {
  return robotsRules(facts).some(
    (rule) => rule.agent === '*' && rule.directives.some((directive) => directives.includes(directive)),
  )
}
