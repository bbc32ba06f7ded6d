import { FetchProblem } from './fetch-problem.ts'
import type { FetchedPage, Fetcher, FetchOptions } from './fetcher.ts'

/** A step from one address to the next. */
export interface Redirect {
  url: string
  status: number
  /** Where it leads, as an absolute address without a fragment; undefined where its text is no address. */
  to: string | undefined
}

export interface Followed {
  /** The steps in their order; empty where the first response was no redirect. */
  redirects: Redirect[]
  /** The response that is no redirect, or why there is none. */
  end: FetchedPage | FetchProblem
}

const redirectStatuses = [301, 302, 303, 307, 308]
/** As browsers do. */
const defaultLimit = 20
/** Meant for the first address and its origin, and sent to no other. */
const firstAddressOnly = ['ifNoneMatch', 'ifModifiedSince'] as const
const firstOriginOnly = ['authorization', 'cookie']

/**
 * Requests an address and follows where it leads, each step guarded like the first. Problems are the end of the chain
 * and not thrown, so that the steps before them can be told.
 * @param options its time limits count for all steps together
 */
export async function followRedirects(
  fetcher: Fetcher,
  url: string,
  options: FetchOptions & { maxRedirects?: number },
): Promise<Followed> {
  const { maxRedirects = defaultLimit, ...first } = options
  const redirects: Redirect[] = []
  const seen = new Set<string>()
  let request: FetchOptions = first
  for (let next = url; ; ) {
    const end = await problemOr(fetcher.get(next, request))
    if (end instanceof FetchProblem) return { redirects, end }
    const step = redirectOf(end)
    if (step === undefined) return { redirects, end }
    redirects.push(step)
    seen.add(end.url)
    if (step.to === undefined) {
      return { redirects, end: new FetchProblem('invalid_url', 'it redirects to what is no address') }
    }
    if (seen.has(step.to)) {
      return { redirects, end: new FetchProblem('redirect_loop', `it redirects back to ${step.to}`) }
    }
    if (redirects.length > maxRedirects) {
      const message = `it redirects more than ${maxRedirects} times`
      return { redirects, end: new FetchProblem('too_many_redirects', message) }
    }
    request = nextRequest(request, end, step.to)
    if (request.timeoutMs <= 0) {
      return { redirects, end: new FetchProblem('timeout', 'its redirects take too long') }
    }
    next = step.to
  }
}

/** The step that a response is, or undefined if it is no redirect. */
function redirectOf(page: FetchedPage): Redirect | undefined {
  const location = page.headers.get('location')
  if (!redirectStatuses.includes(page.status) || location === null) return undefined
  const to = URL.parse(asUtf8(location), page.url)
  if (to !== null) to.hash = ''
  return { url: page.url, status: page.status, to: to?.href }
}

/** Headers come as Latin-1; servers that put other letters into an address mean UTF-8, and browsers read it so. */
function asUtf8(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}

function problemOr(page: Promise<FetchedPage>): Promise<FetchedPage | FetchProblem> {
  return page.catch((error: unknown) => {
    if (error instanceof FetchProblem) return error
    throw error
  })
}

function nextRequest(request: FetchOptions, page: FetchedPage, to: string): FetchOptions {
  const next = { ...request, timeoutMs: request.timeoutMs - page.timings.totalMs }
  for (const name of firstAddressOnly) delete next[name]
  if (new URL(to).origin === new URL(page.url).origin || next.headers === undefined) return next
  const headers = Object.entries(next.headers).filter(([name]) => !firstOriginOnly.includes(name))
  return { ...next, headers: Object.fromEntries(headers) }
}
