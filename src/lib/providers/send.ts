import { FetchProblem } from '../fetching/fetch-problem.ts'
import type { FetchedPage, PostingFetcher } from '../fetching/fetcher.ts'
import type { AskedSource, ProviderRequest, ProviderResponse } from './protocol.ts'

/** Maximum decoded size of a body: ten times the largest known answer. */
const maxBodyBytes = 16 * 1024 * 1024

/** A request without a complete response. The message is for users; it holds neither the key nor the URL. */
export class SendProblem extends Error {
  /** Whether the provider may have received the request and charged for a lost answer. */
  readonly mayBeCharged: boolean
  /** Whether all requests of the source fail, as its address is forbidden. */
  readonly stopsSource: boolean

  constructor(message: string, { mayBeCharged = false, stopsSource = false, cause }: SendProblemOptions = {}) {
    super(message, { cause })
    this.name = 'SendProblem'
    this.mayBeCharged = mayBeCharged
    this.stopsSource = stopsSource
  }
}

interface SendProblemOptions {
  mayBeCharged?: boolean
  stopsSource?: boolean
  cause?: unknown
}

/** Problems of the URL itself, which persist until it is changed. */
const urlProblems = new Set(['invalid_url', 'unsupported_scheme', 'refused_port', 'refused_address'])

/**
 * Sends one request, once. Does not follow redirects: the key is sent only to the source's own origin.
 * @throws SendProblem
 */
export async function sendRequest(
  fetcher: PostingFetcher,
  request: ProviderRequest,
  { baseUrl }: Pick<AskedSource, 'baseUrl'>,
  signal?: AbortSignal,
): Promise<ProviderResponse> {
  if (URL.parse(request.url)?.origin !== URL.parse(baseUrl)?.origin)
    throw new SendProblem('the request URL is outside the base URL of the source', { stopsSource: true })
  const page = await fetchPage(fetcher, request, signal).catch((error: unknown) => {
    if (!(error instanceof FetchProblem)) throw error
    const { message, kind, mayHaveArrived } = error
    const stopsSource = urlProblems.has(kind)
    const words = kind === 'refused_address' ? `${message}: add it to FETCH_ALLOWED_ADDRESSES to allow it` : message
    throw new SendProblem(words, {
      mayBeCharged: request.buys && mayHaveArrived,
      stopsSource,
      cause: error,
    })
  })
  if (page.truncated !== false)
    throw new SendProblem(truncationMessages[page.truncated], { mayBeCharged: request.buys })
  return { status: page.status, headers: page.headers, body: page.body.toString() }
}

const truncationMessages = {
  too_large: 'the provider’s response is larger than 16 MB',
  closed_early: 'the connection ended in the middle of the provider’s response',
  broken_encoding: 'the compressed response of the provider is damaged',
}

function fetchPage(
  fetcher: PostingFetcher,
  { method, url, headers, body, buys, timeoutMs }: ProviderRequest,
  signal?: AbortSignal,
): Promise<FetchedPage> {
  const options = { headers: { ...headers }, maxBytes: maxBodyBytes, timeoutMs, ...(signal && { signal }) }
  return method === 'POST'
    ? fetcher.post(url, typeof body === 'string' ? body : JSON.stringify(body), options)
    : fetcher.get(url, { ...options, isSentOnce: buys })
}
