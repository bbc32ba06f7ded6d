import { LRUCache } from 'lru-cache'
import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { FetchedPage, Fetcher } from '../../fetching/fetcher.ts'
import { followRedirects } from '../../fetching/follow-redirects.ts'
import { parseTarget } from '../../fetching/target.ts'
import { isSuccess, outcomeOf } from './outcome.ts'
import { parseRobots, type Robots } from './robots.ts'
import type { RobotsFacts } from './site-facts.ts'

/** The robots.txt of one origin, and what it means for addresses of that origin. */
export interface RobotsFile
  extends Pick<RobotsFacts, 'url' | 'state' | 'text' | 'isCutOff' | 'redirects' | 'status' | 'problem'> {
  robots: Robots
  isAllowed(token: string, url: string): boolean
}

/** RFC 9309, 2.5 asks for at least that; Google reads as much. */
const maxBytes = 500 * 1024
/** RFC 9309, 2.3.1.2 asks for at least that. */
const maxRedirects = 5
const timeoutMs = 20_000
/** Where so much is wrong with an origin, it has nothing that could be read. */
const originProblems = ['dns', 'connect', 'tls', 'refused_address', 'refused_port']

/**
 * Reads the robots.txt of an origin as RFC 9309 has it: without one (4xx) everything is allowed, and nothing where it
 * cannot be reached. 429 counts as the latter, after Google: a server that is asked too much has not said yes.
 */
export async function readRobotsFile(
  fetcher: Fetcher,
  origin: string,
  signal?: AbortSignal,
): Promise<RobotsFile> {
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
  // Half a file may lack the rule that forbids.
  return truncated === 'closed_early' || truncated === 'broken_encoding' ? 'unreachable' : 'read'
}

/** Half a rule is another rule, and often a wider one. */
function wholeLines({ body, truncated }: FetchedPage): Buffer {
  return truncated === false ? body : body.subarray(0, body.lastIndexOf('\n') + 1)
}

/** The robots.txt of the origin of an address. */
export type RobotsOf = (url: string) => Promise<RobotsFile>

/** Origins whose file is cached. */
const cachedFiles = 1000

/** Reads the robots.txt of each origin once, for as long as it is among the last that were asked for. */
export function createRobotsFiles(fetcher: Fetcher, signal?: AbortSignal): RobotsOf {
  const files = new LRUCache<string, Promise<RobotsFile>>({ max: cachedFiles })
  return (url) => {
    const { origin } = new URL(url)
    const file = files.get(origin) ?? readRobotsFile(fetcher, origin, signal)
    files.set(origin, file)
    return file
  }
}

/**
 * A fetcher that asks for nothing that robots.txt forbids, on every step of redirects. It says `disallowed`, or what
 * keeps the whole origin from being read.
 */
export function createRobotsAwareFetcher(fetcher: Fetcher, token: string, robotsOf: RobotsOf): Fetcher {
  return {
    ...fetcher,
    async get(url, options) {
      // What is no address of the web has no robots.txt either.
      const { url: address, host } = parseTarget(url)
      const file = await robotsOf(address.href)
      if (file.isAllowed(token, url)) return fetcher.get(url, options)
      if (file.problem !== null && originProblems.includes(file.problem)) {
        throw new FetchProblem(file.problem, `${host} could not be reached`)
      }
      const reason = file.state === 'unreachable' ? 'could not be read, so nothing else is' : 'forbids it'
      throw new FetchProblem('disallowed', `the robots.txt of ${host} ${reason}`)
    },
  }
}
