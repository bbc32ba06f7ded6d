import { FetchProblem } from './fetch-problem.ts'
import type { FetchedPage, Fetcher, FetchOptions } from './fetcher.ts'

/** A step from one URL to the next. */
export interface Redirect {
  url: string
  status: number
  /** The target as an absolute URL without a fragment; undefined if it is not a valid URL. */
  to: string | undefined
}

export interface Followed {
  /** In order; empty if the first response was not a redirect. */
  redirects: Redirect[]
  /** The final response, or the reason why there is none. */
  end: FetchedPage | FetchProblem
}

const redirectStatuses = [301, 302, 303, 307, 308]
/** The limit of browsers. */
const defaultLimit = 20
/** Sent only to the first URL, or only to its origin. */
const firstAddressOnly = ['ifNoneMatch', 'ifModifiedSince'] as const
const firstOriginOnly = ['authorization', 'cookie']

/**
 * Requests a URL and follows its redirects, guarding each step like the first. Returns problems as the end of
 * the chain instead of throwing them, so that the caller gets the earlier steps.
 * @param options time limits apply to all steps together
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
      return { redirects, end: new FetchProblem('invalid_url', 'it redirects to an invalid URL') }
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

/** The redirect in a response; undefined if there is none. */
function redirectOf(page: FetchedPage): Redirect | undefined {
  const location = page.headers.get('location')
  if (!redirectStatuses.includes(page.status) || location === null) return undefined
  const to = URL.parse(asUtf8(location), page.url)
  if (to !== null) to.hash = ''
  return { url: page.url, status: page.status, to: to?.href }
}

/** Decodes a header as UTF-8 if it is valid, as browsers do; Node decodes headers as Latin-1. */
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
