import { FetchProblem } from '../fetching/fetch-problem.ts'
import type { FetchedPage, PostingFetcher } from '../fetching/fetcher.ts'
import type { AskedSource, ProviderRequest, ProviderResponse } from './protocol.ts'

/** The longest body that is taken, decoded: ten times what the largest known answer has. */
const maxBodyBytes = 16 * 1024 * 1024

/** A request that had no whole response. The message is for users; it holds neither the key nor the address. */
export class SendProblem extends Error {
  /** Whether the provider may have received the request, and bought an answer that is lost. */
  readonly mayBeCharged: boolean
  /** Whether no other request of the source can work either, as its address must not be reached. */
  readonly stopsSource: boolean

  constructor(
    message: string,
    { mayBeCharged = false, stopsSource = false, cause }: SendProblemOptions = {},
  ) {
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

/** Problems of the address itself: it stays as it is until somebody gives another one. */
const ofAddress = new Set(['invalid_url', 'unsupported_scheme', 'refused_port', 'refused_address'])

/**
 * Sends one request of a protocol, once. A redirect is a response like others: the key goes to the source's own origin and
 * nowhere else.
 * @throws SendProblem
 */
export async function sendRequest(
  fetcher: PostingFetcher,
  request: ProviderRequest,
  { baseUrl }: Pick<AskedSource, 'baseUrl'>,
  signal?: AbortSignal,
): Promise<ProviderResponse> {
  if (URL.parse(request.url)?.origin !== URL.parse(baseUrl)?.origin)
    throw new SendProblem('the request leads away from the base URL of the source', { stopsSource: true })
  const page = await fetchPage(fetcher, request, signal).catch((error: unknown) => {
    if (!(error instanceof FetchProblem)) throw error
    const { message, kind, mayHaveArrived } = error
    const stopsSource = ofAddress.has(kind)
    const words =
      kind === 'refused_address' ? `${message}: FETCH_ALLOWED_ADDRESSES lets it be reached` : message
    throw new SendProblem(words, {
      mayBeCharged: request.buys && mayHaveArrived,
      stopsSource,
      cause: error,
    })
  })
  if (page.truncated !== false)
    throw new SendProblem(cutWords[page.truncated], { mayBeCharged: request.buys })
  return { status: page.status, headers: page.headers, body: page.body.toString() }
}

const cutWords = {
  too_large: 'the provider’s answer is larger than 16 MB',
  closed_early: 'the connection ended in the middle of the provider’s answer',
  broken_encoding: 'the provider’s answer is broken within its compression',
}

function fetchPage(
  fetcher: PostingFetcher,
  { method, url, headers, body, buys, timeoutMs }: ProviderRequest,
  signal?: AbortSignal,
): Promise<FetchedPage> {
  const options = { headers: { ...headers }, maxBytes: maxBodyBytes, timeoutMs, ...(signal && { signal }) }
  return method === 'POST'
    ? fetcher.post(url, JSON.stringify(body), options)
    : fetcher.get(url, { ...options, isSentOnce: buys })
}
