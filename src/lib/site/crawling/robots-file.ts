import { LRUCache } from 'lru-cache'
import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { FetchedPage, Fetcher } from '../../fetching/fetcher.ts'
import { followRedirects } from '../../fetching/follow-redirects.ts'
import { parseTarget } from '../../fetching/target.ts'
import { isSuccess, outcomeOf } from './outcome.ts'
import { parseRobots, type Robots } from './robots.ts'
import type { RobotsFacts } from './site-facts.ts'

/** The robots.txt of one origin, and its rules for URLs of that origin. */
export interface RobotsFile
  extends Pick<RobotsFacts, 'url' | 'state' | 'text' | 'isCutOff' | 'redirects' | 'status' | 'problem'> {
  robots: Robots
  isAllowed(token: string, url: string): boolean
}

/** The minimum by RFC 9309, section 2.5, and Google’s limit. */
const maxBytes = 500 * 1024
/** The minimum by RFC 9309, section 2.3.1.2. */
const maxRedirects = 5
const timeoutMs = 20_000
/** Problems that affect the whole origin, so that nothing can be read. */
const originProblems = ['dns', 'connect', 'tls', 'refused_address', 'refused_port']

/**
 * Reads the robots.txt of an origin by RFC 9309: a missing file (4xx) allows everything, an unreachable one
 * nothing. 429 counts as unreachable, as in Google’s parser: an overloaded server has not given permission.
 */
export async function readRobotsFile(fetcher: Fetcher, origin: string, signal?: AbortSignal): Promise<RobotsFile> {
  const url = `${origin}/robots.txt`
  const options = { maxBytes, maxRedirects, timeoutMs, ...(signal && { signal }) }
  const followed = await followRedirects(fetcher, url, options)
  const { end } = followed
  const state = end instanceof FetchProblem ? stateOfProblem(end) : stateOfPage(end)
  const isRead = state === 'read' && !(end instanceof FetchProblem)
  const body = isRead ? wholeLines(end) : Buffer.alloc(0)
  const robots = parseRobots(body)
  return {
    url,
    ...outcomeOf(followed),
    state,
    text: body.toString(),
    isCutOff: isRead && end.truncated === 'too_large',
    robots,
    isAllowed: (token, address) => state !== 'unreachable' && robots.isAllowed(token, address),
  }
}

function stateOfProblem({ kind }: FetchProblem): RobotsFile['state'] {
  return kind === 'redirect_loop' || kind === 'too_many_redirects' ? 'missing' : 'unreachable'
}

function stateOfPage({ status, truncated }: FetchedPage): RobotsFile['state'] {
  if (status === 429 || status >= 500) return 'unreachable'
  if (!isSuccess(status)) return 'missing'
  // A partial file may lack the rule that disallows.
  return truncated === 'closed_early' || truncated === 'broken_encoding' ? 'unreachable' : 'read'
}

/** Drops a partial last line: a truncated rule is a different and often wider rule. */
function wholeLines({ body, truncated }: FetchedPage): Buffer {
  return truncated === false ? body : body.subarray(0, body.lastIndexOf('\n') + 1)
}

export type RobotsOf = (url: string) => Promise<RobotsFile>

/** Maximum number of cached files. */
const maxCachedFiles = 1000

/** Reads the robots.txt of each origin once, while it is in the cache. */
export function createRobotsFiles(fetcher: Fetcher, signal?: AbortSignal): RobotsOf {
  const files = new LRUCache<string, Promise<RobotsFile>>({ max: maxCachedFiles })
  return (url) => {
    const { origin } = new URL(url)
    const file = files.get(origin) ?? readRobotsFile(fetcher, origin, signal)
    files.set(origin, file)
    return file
  }
}

/**
 * A fetcher that requests nothing that robots.txt forbids, including redirects. It throws `disallowed`, or
 * the problem that affects the whole origin.
 */
export function createRobotsAwareFetcher(fetcher: Fetcher, token: string, robotsOf: RobotsOf): Fetcher {
  return {
    ...fetcher,
    async get(url, options) {
      // An invalid URL has no robots.txt: let the fetcher report it.
      const { url: address, host } = parseTarget(url)
      const file = await robotsOf(address.href)
      if (file.isAllowed(token, url)) return fetcher.get(url, options)
      if (file.problem !== null && originProblems.includes(file.problem)) {
        throw new FetchProblem(file.problem, `${host} could not be reached`)
      }
      const reason = file.state === 'unreachable' ? 'could not be read, so the site is not read' : 'forbids it'
      throw new FetchProblem('disallowed', `the robots.txt of ${host} ${reason}`)
    },
  }
}
