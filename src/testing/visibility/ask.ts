import type { Answer, TestApp } from '../test-app.ts'
import type { ReferenceRequest } from './reference-brand.ts'

export const endpoints = [
  'competitors/rankings',
  'visibility/engines',
  'visibility/segments',
  'visibility/segments/trend',
  'visibility/trend',
  'topics/scoreboard',
] as const
export type Endpoint = (typeof endpoints)[number]

/** An endpoint's response; tests know its shape. */
export interface Computed {
  data: unknown[]
  meta: unknown
}

export function queryOf(request: ReferenceRequest & { limit?: number | undefined }): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  }
  return query.toString()
}

export const pathOf = (brandId: string, endpoint: Endpoint, query = '') =>
  `/v1/brands/${brandId}/${endpoint}${query === '' ? '' : `?${query}`}`

/** One page. @throws Error if the request fails */
export async function askPage(test: TestApp, key: string, path: string): Promise<Answer> {
  const answer = await test.get(path, key)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer
}

/**
 * All pages together, with their common `meta`: a count of the page's rows is checked and omitted, and a
 * count including other pages becomes `segments`.
 */
export async function askAll(test: TestApp, key: string, path: string, limit?: number): Promise<Computed> {
  const rows: unknown[] = []
  const join = path.includes('?') ? '&' : '?'
  const limited = limit === undefined ? path : `${path}${join}limit=${limit}`
  const first = await askPage(test, key, limited)
  const meta = commonMeta(first)
  for (let page = first; ; ) {
    const { pagination } = page.body
    const data: unknown[] = page.body.data
    rows.push(...data)
    if (JSON.stringify(commonMeta(page)) !== JSON.stringify(meta)) throw new Error('meta differs between pages')
    const expected = limit ?? (path.includes('topics/scoreboard') ? data.length : 20)
    if (pagination.limit !== expected || data.length > pagination.limit)
      throw new Error('a page of another size than asked for')
    if (pagination.has_more !== (pagination.next_cursor !== null)) throw new Error('has_more is wrong')
    if (pagination.next_cursor === null) return { data: rows, meta }
    if (data.length !== pagination.limit) throw new Error('a short page that is not the last')
    const cursor = encodeURIComponent(pagination.next_cursor)
    page = await askPage(test, key, `${limited}${limited.includes('?') ? '&' : '?'}cursor=${cursor}`)
  }
}

/** A page's `meta` without its page-specific fields. */
export function commonMeta({ body }: Answer): object {
  const { count, omitted_segments: omitted, ...common }: Record<string, unknown> = body.meta
  const rows = (body.data as unknown[]).length
  if (count !== undefined && count !== rows) throw new Error('count is not the number of rows')
  return omitted === undefined ? common : { ...common, segments: Number(omitted) + rows }
}
