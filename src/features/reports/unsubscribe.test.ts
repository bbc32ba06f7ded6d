import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consoleEnvironment } from '../../testing/browser.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { type SmtpTestServer, startSmtpServer, type TakenMail } from '../../testing/smtp-server.ts'
import { jobsAreDone } from '../../testing/stored-rows.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { sendReportMails } from './send-report-mails.ts'

const board = 'Board@people.example'

let app: TestApp
let server: SmtpTestServer
let workspaceId: string
let brandId: string
let owner: Person

beforeAll(async () => {
  server = await startSmtpServer()
  app = await startTestApp({
    ...consoleEnvironment,
    PUBLIC_URL: 'https://sightline.test',
    SMTP_URL: server.url,
    CHROMIUM_PATH: 'none',
  })
  workspaceId = (await app.operate('create-workspace', { name: 'Ours' })).id
  owner = await makePerson(app, workspaceId, 'owner')
})
afterAll(async () => {
  await app.close()
  await server.close()
})
beforeEach(async () => {
  brandId = (await app.operate('create-brand', { workspace_id: workspaceId, name: 'Acme <b>' })).id
  await set({ person_ids: [owner.id], addresses: [board] })
})

interface Settings {
  addresses: string[]
  unsubscribed_addresses: string[]
}
const set = (input: Record<string, string[]>) =>
  app.operate<Settings>('set-report-settings', { brand_id: brandId, ...input })

/** Mails a report now. @returns the mails that the server received, by recipient */
async function mailReport(): Promise<Map<string, TakenMail>> {
  await jobsAreDone(app.app.services)
  server.taken.length = 0
  await app.operate('create-report', { brand_id: brandId, send: true })
  await sendReportMails.run(app.app.services, {}, new AbortController().signal)
  await jobsAreDone(app.app.services)
  return new Map(server.taken.map((mail) => [mail.to.join(), mail]))
}

async function linkFrom(mail: TakenMail | undefined): Promise<string> {
  const [, url = ''] = /^<https:\/\/sightline\.test(.+)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '') ?? []
  expect(url).toMatch(/^\/unsubscribe\//)
  return url
}

const post = (url: string, payload = 'List-Unsubscribe=One-Click') =>
  app.app.http.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('an external recipient can unsubscribe with one click and no session; members get no such link', async () => {
  const mails = await mailReport()
  const mail = mails.get(board)
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mails.get(owner.email)?.headers.has('list-unsubscribe')).toBe(false)
  const url = await linkFrom(mail)
  expect((await post(url)).statusCode).toBe(200)
  expect([...(await mailReport()).keys()]).toEqual([owner.email])
  const [record] = await app.operate<{ brand_id: string; after: object }[]>('list-changes', {
    workspace_id: workspaceId,
    operation: 'unsubscribe-from-reports',
  })
  expect(record).toMatchObject({ brand_id: brandId, after: { is_subscribed: false } })
  expect(JSON.stringify(record).toLowerCase()).not.toContain('board@')
})

test('the settings show who has unsubscribed, and saving the address again does not resubscribe it', async () => {
  const url = await linkFrom((await mailReport()).get(board))
  await post(url)
  expect(await set({ addresses: [board, 'other@people.example'] })).toMatchObject({
    unsubscribed_addresses: [board],
  })
  await set({ addresses: [] })
  const again = await set({ addresses: [board.toUpperCase()] })
  expect(again.unsubscribed_addresses).toEqual(again.addresses)
  expect([...(await mailReport()).keys()]).toEqual([owner.email])
  await post(url, 'subscribe=again')
  expect((await mailReport()).size).toBe(2)
})

test('a pending mail is not sent after its recipient has unsubscribed', async () => {
  const url = await linkFrom((await mailReport()).get(board))
  await app.app.services.db
    .updateTable('report_mails')
    .set({ state: 'waiting', next_at: new Date(0) })
    .where('brand_id', '=', brandId)
    .execute()
  await post(url)
  server.taken.length = 0
  await sendReportMails.run(app.app.services, {}, new AbortController().signal)
  await jobsAreDone(app.app.services)
  expect(server.taken.map(({ to }) => to.join())).not.toContain(board)
  const mails = await app.operate<{ recipient: string; problem: string | null }[]>('list-report-mails', {
    brand_id: brandId,
  })
  expect(mails.find(({ recipient }) => recipient === board)?.problem).toBe('the recipient has unsubscribed')
})

test('opening the link changes nothing and shows a button without scripts', async () => {
  const url = await linkFrom((await mailReport()).get(board))
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers, body } = await app.app.http.inject({ method, url })
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    if (method === 'GET') expect(body).toMatch(/<form method="post">.*<button>Unsubscribe</)
    expect(body).not.toContain('<b>Acme <b>')
  }
  expect((await mailReport()).has(board)).toBe(true)
})

test('returns 404 for a forged link and one with another address', async () => {
  const url = await linkFrom((await mailReport()).get(board))
  const [payload = '', mac = ''] = url.slice('/unsubscribe/'.length).split('.')
  const other = Buffer.from(`${brandId}\nowner@people.example`).toString('base64url')
  for (const token of [
    payload,
    `${payload}.`,
    `${other}.${mac}`,
    `${payload}.${mac.slice(1)}`,
    'x',
    `${payload}.${mac}x`,
  ])
    for (const method of ['GET', 'POST'] as const)
      expect((await app.app.http.inject({ method, url: `/unsubscribe/${token}` })).statusCode, token).toBe(404)
  expect((await mailReport()).has(board)).toBe(true)
})
