import { ConnectionError } from './errors.ts'
import type { Received, Route, Send, WriteOptions } from './send.ts'

/** What every answer of a list has. */
export interface AnyPage {
  data: readonly unknown[]
  pagination: { next_cursor: string | null }
}

/**
 * A list that has not been asked for yet. It can be walked row by row, `for await (const row of list)`: pages are read as
 * they are needed. Each walk asks anew, from the `cursor` that was given or from the beginning.
 */
export interface List<P extends AnyPage> extends AsyncIterable<P['data'][number]> {
  /** One page: the one at `cursor`, or the first. */
  page(): Promise<P>
  /** Page by page, each with its `meta`. */
  pages(): AsyncIterable<P>
  /** All rows at once. */
  all(): Promise<P['data'][number][]>
  /** All rows as CSV, the first line with the columns' names. */
  csv(): Promise<string>
}

/** Sends a request, and reads the answer's JSON. */
export async function call<T>(send: Send, route: Route, input: object, options?: WriteOptions): Promise<T> {
  const { text } = await send(route, input, options)
  return parsed(text)
}

/** @throws ConnectionError for what is no JSON: something in front of the server has answered in its place */
function parsed<T>(text: string): T {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ConnectionError('the answer is not JSON: is this the address of Sightline?', cause)
  }
}

/** A list, of which each page is read when it is asked for. */
export function list<P extends AnyPage>(
  send: Send,
  route: Route,
  input: object,
  options?: WriteOptions,
): List<P> {
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
  // Nothing tells the compiler that a row is no promise.
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

/** Of a page of CSV: its Link leads to the next one. */
function nextCursor({ headers }: Received): string | null {
  const [, next] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
  return next === undefined ? null : new URL(next, 'http://localhost').searchParams.get('cursor')
}

const withoutFirstLine = (csv: string) => csv.slice(csv.indexOf('\r\n') + 2)
