import { ConnectionError } from './errors.ts'
import type { Received, Route, Send, WriteOptions } from './send.ts'

/** The envelope of every list response. */
export interface AnyPage {
  data: readonly unknown[]
  pagination: { next_cursor: string | null }
}

/**
 * A list that is requested lazily. `for await (const row of list)` reads pages as needed. Each iteration
 * starts again, from the given `cursor` or the beginning.
 */
export interface List<P extends AnyPage> extends AsyncIterable<P['data'][number]> {
  /** One page: the one at `cursor`, or the first. */
  page(): Promise<P>
  /** Page by page, each with its `meta`. */
  pages(): AsyncIterable<P>
  /** All rows. */
  all(): Promise<P['data'][number][]>
  /** All rows as CSV with a header line. */
  csv(): Promise<string>
}

/** Sends a request and parses the JSON response. */
export async function call<T>(send: Send, route: Route, input: object, options?: WriteOptions): Promise<T> {
  const { text } = await send(route, input, options)
  return parsed(text)
}

/** @throws ConnectionError if the response is not JSON: something in front of the server sent it */
function parsed<T>(text: string): T {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ConnectionError('the response is not JSON; check that the URL is that of Sightline', cause)
  }
}

/** A list that requests each page when needed. */
export function list<P extends AnyPage>(send: Send, route: Route, input: object, options?: WriteOptions): List<P> {
  const page = (more: object = {}) => call<P>(send, route, { ...input, ...more }, options)
  async function* pages(): AsyncGenerator<P> {
    let next = await page()
    for (;;) {
      yield next
      const { next_cursor } = next.pagination
      if (next_cursor === null) return
      next = await page({ cursor: next_cursor })
    }
  }
  async function* rowsOfPages() {
    for await (const { data } of pages()) yield* data
  }
  // The compiler does not know that a row is not a promise.
  const rows = rowsOfPages as () => AsyncGenerator<P['data'][number]>
  return {
    page: () => page(),
    pages,
    [Symbol.asyncIterator]: rows,
    async all() {
      const found = []
      for await (const row of rows()) found.push(row)
      return found
    },
    async csv() {
      let received = await send(route, input, options, 'text/csv')
      let text = received.text
      for (let cursor = nextCursor(received); cursor !== null; cursor = nextCursor(received)) {
        received = await send(route, { ...input, cursor }, options, 'text/csv')
        text += withoutFirstLine(received.text)
      }
      return text
    },
  }
}

/** The next page of CSV is in the Link header. */
function nextCursor({ headers }: Received): string | null {
  const [, next] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
  return next === undefined ? null : new URL(next, 'http://localhost').searchParams.get('cursor')
}

const withoutFirstLine = (csv: string) => csv.slice(csv.indexOf('\r\n') + 2)
