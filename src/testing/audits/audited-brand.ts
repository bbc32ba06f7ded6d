import { randomUUID } from 'node:crypto'
import { makeWriter } from '../fixture.ts'
import type { Answer, TestApp } from '../test-app.ts'

export interface ShownAudit {
  job_id: string
  state: string
  credit_cost: number
  is_free_scan: boolean
  refunded: boolean
  total_urls: number
  pages_found: number
  pages_done: number
  problem: string | null
}

export interface ShownIssue {
  id: string
  name: string
  affected_pages: number
  first_seen_at: string
  last_seen_at: string
  docs_url: string
}

export interface ShownPage {
  id: string
  url: string
  title: string | null
  evidence: string[]
}

/** A response with typed data. */
type AnswerOf<D> = Omit<Answer, 'body'> & { body: Omit<Answer['body'], 'data'> & { data: D } }

/** A brand whose site is that of the test app, with an unrestricted key. */
export interface AuditedBrand {
  workspaceId: string
  brandId: string
  key: string
  /** Sends the request that starts an audit. */
  start(body?: object, idempotencyKey?: string): Promise<AnswerOf<ShownAudit>>
  /** Runs an audit to its end. */
  audit(): Promise<ShownAudit>
  issues(): Promise<ShownIssue[]>
  /** The pages of a check's issue; undefined if there is no issue. */
  pagesWith(check: string): Promise<ShownPage[] | undefined>
  resolve(pageId: string, body?: object): Promise<AnswerOf<object>>
  balance(): Promise<number>
}

export async function makeAuditedBrand(test: TestApp, credits = 0): Promise<AuditedBrand> {
  const { id: workspaceId } = await test.operate('create-workspace', { name: 'Ours', credits })
  const brand = { workspace_id: workspaceId, name: 'Acme', domain: 'acme.com' }
  const { id: brandId } = await test.operate('create-brand', brand)
  const { db } = test.app.services
  await db.updateTable('brands').set({ website: test.site.website }).where('id', '=', brandId).execute()
  const key = await makeWriter(test, workspaceId)
  const base = `/v1/brands/${brandId}`
  const send = async (method: string, path: string, body: object, idempotencyKey: string = randomUUID()) =>
    (await test.send(method, `${base}/${path}`, key, {
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(body),
    })) as never
  const issues = async () => (await test.get(`${base}/technical/issues?limit=100`, key)).body.data as ShownIssue[]
  const start: AuditedBrand['start'] = (body = {}, idempotencyKey) =>
    send('POST', 'technical/audits', body, idempotencyKey)

  return {
    workspaceId,
    brandId,
    key,
    start,
    async audit() {
      const { status, body } = await start()
      if (status !== 200) throw new Error(`the audit was not started: ${status} ${body.error.message}`)
      await test.auditsAreOver()
      return (await test.get(`${base}/technical/audits/${body.data.job_id}`, key)).body.data
    },
    issues,
    async pagesWith(check) {
      const found = (await issues()).find(({ docs_url }) => docs_url.endsWith(`/${check}`))
      if (found === undefined) return undefined
      return (await test.get(`${base}/technical/issues/${found.id}?limit=100`, key)).body.data
    },
    resolve: (pageId, body = {}) => send('PATCH', `technical/issue-pages/${pageId}`, body),
    async balance() {
      const { body } = await test.get(`${base}/credits`, key)
      return (body.data as { balance: number }).balance
    },
  }
}

/** Makes the site leave requests unanswered until `release` is called. */
export function holdSite(test: TestApp): { release: () => void; isAsked: Promise<void> } {
  const released = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  test.site.answer = () => {
    asked.resolve()
    return released.promise.then(() => false)
  }
  return { release: released.resolve, isAsked: asked.promise }
}
