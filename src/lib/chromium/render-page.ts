import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { FetchProblem } from '../fetching/fetch-problem.ts'
import type { FetchedPage, Fetcher } from '../fetching/fetcher.ts'
import { decodeHtml } from '../text/decode-html.ts'
import { inChromium } from './start-chromium.ts'

/** Part of a message of the Chrome DevTools Protocol. Its texts can come from the page. */
// biome-ignore lint/suspicious/noExplicitAny: Chromium defines the fields of each method and event.
export type Fields = Record<string, any>

export interface Devtools {
  /** @throws Error with Chromium’s message */
  send(method: string, params?: Fields): Promise<Fields>
  on(event: string, listener: (params: Fields) => void): void
}

/** A longer message can only be a page that wants to fill the memory. */
const maxMessageBytes = 32 * 1024 * 1024

/**
 * Speaks the protocol over the pipes of `--remote-debugging-pipe`, where a zero byte ends each message.
 * @param onFailure called if the pipe breaks
 */
export function openDevtools(
  input: Writable,
  output: Readable,
  onFailure: (error: Error) => void,
): (sessionId?: string) => Devtools {
  const pending = new Map<number, { resolve(result: Fields): void; reject(error: Error): void }>()
  const listeners = new Map<string, (params: Fields) => void>()
  let lastId = 0
  let parts: Buffer[] = []
  let length = 0
  output.on('data', (chunk: Buffer) => {
    let rest = chunk
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      receive(Buffer.concat([...parts, rest.subarray(0, end)]).toString())
      parts = []
      length = 0
      rest = rest.subarray(end + 1)
    }
    parts.push(rest)
    length += rest.length
    if (length > maxMessageBytes) output.destroy(new Error('Chromium sent too long a message'))
  })
  for (const stream of [input, output]) stream.on('error', onFailure)

  function receive(text: string): void {
    const { id, method, params, result, error } = JSON.parse(text) as Fields
    if (method !== undefined) listeners.get(method)?.(params)
    const sent = pending.get(id)
    pending.delete(id)
    if (error === undefined) sent?.resolve(result)
    else sent?.reject(new Error(error.message))
  }

  return (sessionId) => ({
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        lastId += 1
        pending.set(lastId, { resolve, reject })
        input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`)
      }),
    on: (event, listener) => listeners.set(event, listener),
  })
}

export interface RenderOptions {
  executable: string
  /** Fetches everything that the page loads. */
  fetcher: Pick<Fetcher, 'get'>
  signal: AbortSignal
  /** For the page and its scripts, after Chromium has started. */
  pageMs?: number
}

export interface Rendered {
  html: string
  /** Whether everything was loaded in time, within the limits. */
  isComplete: boolean
}

const startMs = 20_000
/** For reading the page at its end. */
const readMs = 2000
/** The page is complete if it has requested nothing for so long. */
const quietMs = 500
/** Of all responses together, decoded. */
const maxBytes = 5 * 1024 * 1024
const maxRequests = 200
const maxHtml = 2 * 1024 * 1024

/** What can change text, links and markup. A page cannot send anything. */
const loadedTypes = ['Document', 'Stylesheet', 'Script', 'XHR', 'Fetch']
/** Decoded and fresh as they are, responses need no other headers. */
const passedHeaders = /^(?:content-type|content-security-policy|location|access-control-)/

/**
 * Runs the scripts of a page, and reads it after them. Chromium connects nowhere itself: every request is
 * a GET of the fetcher, or fails.
 * @param page the response to start from, so that both readings have the same document
 * @throws Error that describes the failure; the signal’s reason
 */
export function renderPage(page: FetchedPage, options: RenderOptions): Promise<Rendered> {
  const { executable, fetcher, signal, pageMs = 10_000 } = options
  const words = ['--remote-debugging-pipe', '--block-new-web-contents', '--js-flags=--max-old-space-size=512']
  const timeoutMs = startMs + pageMs + readMs
  return inChromium(
    { executable, timeoutMs, signal },
    async () => words,
    async (chromium) => {
      const ending = new AbortController()
      const failed = Promise.withResolvers<never>()
      const [, , , input, output] = chromium.process.stdio
      const open = openDevtools(input as Writable, output as Readable, failed.reject)
      chromium.exited.then(() => failed.reject(new Error('Chromium exited')), failed.reject)
      try {
        const rendered = openTab(open).then((tab) => {
          const late = AbortSignal.timeout(pageMs + readMs)
          late.onabort = () => failed.reject(new Error(`scripts kept the page busy for ${pageMs / 1000} s`))
          const deadline = AbortSignal.any([ending.signal, AbortSignal.timeout(pageMs)])
          return readRendered(tab, page, fetcher, deadline)
        })
        return await Promise.race([failed.promise, rendered])
      } finally {
        ending.abort()
      }
    },
  )
}

async function openTab(open: (sessionId?: string) => Devtools): Promise<Devtools> {
  const browser = open()
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny' })
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  return open(sessionId)
}

async function readRendered(
  tab: Devtools,
  page: FetchedPage,
  fetcher: Pick<Fetcher, 'get'>,
  deadline: AbortSignal,
): Promise<Rendered> {
  tab.on('Page.javascriptDialogOpening', () => {
    tab.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => {})
  })
  const shown = Promise.withResolvers<void>()
  tab.on('Page.loadEventFired', () => shown.resolve())
  deadline.addEventListener('abort', () => shown.resolve())
  await tab.send('Page.enable')
  const { frameTree } = await tab.send('Page.getFrameTree')
  const frameId = frameTree.frame.id
  const loads = serveRequests(tab, frameId, page, fetcher, deadline)
  await tab.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  const { errorText, loaderId } = await tab.send('Page.navigate', { url: page.url })
  if (errorText !== undefined) throw new Error(`Chromium did not open the page: ${errorText}`)
  await shown.promise
  while (!deadline.aborted && !loads.isQuiet()) await delay(quietMs / 5)
  const isComplete = loads.isQuiet() && !loads.isLimited()
  const { frame } = (await tab.send('Page.getFrameTree')).frameTree
  if (frame.loaderId !== loaderId && frame.url !== page.url) throw new Error('a script opened another page instead')
  // Scripts of the page cannot change what an isolated world reads.
  const world = await tab.send('Page.createIsolatedWorld', { frameId })
  const expression = `document.documentElement.outerHTML.slice(0, ${maxHtml})`
  const contextId = world.executionContextId
  const { result } = await tab.send('Runtime.evaluate', { expression, contextId, returnByValue: true })
  if (typeof result.value !== 'string') throw new Error('a script removed the document')
  return { html: result.value, isComplete }
}

/** Serves all requests of a page, within the limits. */
function serveRequests(
  tab: Devtools,
  mainFrame: string,
  page: FetchedPage,
  fetcher: Pick<Fetcher, 'get'>,
  signal: AbortSignal,
): { isQuiet(): boolean; isLimited(): boolean } {
  const full = new AbortController()
  const within = AbortSignal.any([signal, full.signal])
  let [requests, bytes, open, lastMs] = [0, 0, 0, performance.now()]
  let isOpened = false

  async function load(url: string, headers: Record<string, string>): Promise<FetchedPage> {
    if (!isOpened && url === page.url) {
      isOpened = true
      // In the encoding that our reader finds, so that both read the same text.
      const type = page.headers.get('content-type') ?? ''
      const { text } = decodeHtml(page.body, type, page.truncated !== false)
      const headers = new Headers(page.headers)
      headers.set('content-type', `${type.split(';')[0] || 'text/html'}; charset=utf-8`)
      return { ...page, headers, body: Buffer.from(text) }
    }
    const { Origin: origin } = headers
    const limits = { maxBytes: maxBytes - bytes, timeoutMs: startMs, signal: within }
    const response = await fetcher.get(url, { ...limits, ...(origin && { headers: { origin } }) })
    bytes += response.body.length
    if (bytes <= maxBytes && response.truncated !== 'too_large') return response
    full.abort()
    throw new FetchProblem('too_large', 'the page loads too much')
  }

  async function serve({ requestId, request, resourceType, frameId }: Fields): Promise<void> {
    const { url, method, headers } = request
    requests += 1
    const isOfFrame = resourceType === 'Document' && frameId !== mainFrame
    const isLoaded = loadedTypes.includes(resourceType) && !isOfFrame && method === 'GET' && /^https?:/.test(url)
    if (requests > maxRequests) full.abort()
    if (!isLoaded || within.aborted) {
      await tab.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      return
    }
    try {
      const response = await load(url, headers)
      await tab.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status,
        responseHeaders: [
          ...[...response.headers].filter(([name]) => passedHeaders.test(name)),
          ['content-security-policy', "worker-src 'none'"],
        ].map(([name, value]) => ({ name, value })),
        body: response.body.toString('base64'),
      })
    } catch {
      await tab.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
    }
  }

  tab.on('Fetch.requestPaused', (paused) => {
    open += 1
    serve(paused)
      // The page has canceled the request.
      .catch(() => {})
      .finally(() => {
        open -= 1
        lastMs = performance.now()
      })
  })
  return {
    isQuiet: () => open === 0 && performance.now() - lastMs >= quietMs,
    isLimited: () => full.signal.aborted,
  }
}
