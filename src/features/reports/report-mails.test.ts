import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withAllLocks } from '../../kernel/brand-lock.ts'
import { consoleEnvironment } from '../../testing/browser.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { type SmtpTestServer, startSmtpServer } from '../../testing/smtp-server.ts'
import { dumpStores, jobsAreDone } from '../../testing/stored-rows.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { sendReportMails } from './send-report-mails.ts'

const start = () =>
  startTestApp({
    ...consoleEnvironment,
    SMTP_URL: server.url,
    MAIL_FROM: 'Sightline <us@ours.example>',
    CHROMIUM_PATH: 'none',
  })

const hostileName = 'Acme "<b>x</b>\r\n\u2028Bcc: eve@evil.example'

let test: TestApp
let server: SmtpTestServer
let owner: Person
let workspaceId: string
let brandId: string
let now: number

beforeAll(async () => {
  server = await startSmtpServer()
  test = await start()
  later(0)
  workspaceId = (await test.operate('create-workspace', { name: 'Ours' })).id
  owner = await makePerson(test, workspaceId, 'owner')
})
afterAll(async () => {
  await test.close()
  await server.close()
})
beforeEach(async () => {
  await jobsAreDone(test.app.services)
  server.taken.length = 0
  server.refused.clear()
  server.beforeTaken = undefined
  brandId = (await test.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
})

/** Moves the clock forward. */
function later(minutes: number): void {
  now = (now ?? Date.parse('2026-11-23T12:00:00Z')) + minutes * 60_000
  test.setNow(new Date(now))
}
const run = () => sendReportMails.run(test.app.services, {}, new AbortController().signal)
const set = (input: Record<string, string | boolean | readonly string[]>) =>
  test.operate('set-report-settings', { brand_id: brandId, ...input })
const report = () => test.operate('create-report', { brand_id: brandId, send: true })

interface Mail {
  recipient: string
  report_id: string | null
  status: string
  attempts: number
  problem: string | null
}
const mails = async () =>
  (await test.operate<Mail[]>('list-report-mails', { brand_id: brandId })).sort((a, b) =>
    a.recipient < b.recipient ? -1 : 1,
  )
const recipients = () => server.taken.map(({ to }) => to.join()).sort()
/** Decodes quoted-printable text, as far as ASCII. */
const plain = (raw: string) =>
  raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Imports one answer per day for two months; the last four do not mention the brand. */
async function importDrop(): Promise<void> {
  const lines = Array.from({ length: 62 }, (_, day) => ({
    prompt: 'Which <boots> are good?',
    engine: 'chatgpt',
    executed_at: new Date(now - (62 - day) * 86_400_000).toISOString(),
    answer: day < 58 ? 'Acme.' : 'Nobody.',
  }))
  await test.operate('import-answers', { brand_id: brandId }, answersFile(lines))
  await test.operate('refresh-visibility-alerts', { brand_id: brandId })
}

describe('a report by mail', () => {
  it('is sent once to each recipient separately, with the report attached', async () => {
    await set({ person_ids: [owner.id], addresses: ['board@people.example'] })
    const { id } = await report()
    await Promise.all([run(), run()])
    await jobsAreDone(test.app.services)
    expect(recipients()).toEqual(['board@people.example', owner.email].sort())
    const [mail] = server.taken
    expect(mail?.from).toBe('us@ours.example')
    expect(mail?.headers.get('subject')).toBe('Acme in AI answers: 24 October – 22 November 2026')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.raw).toMatch(/filename="?acme-2026-10-24-to-2026-11-22\.html/)
    expect(plain(mail?.raw ?? '')).toContain(`http://sightline.test/${workspaceId}/${brandId}/reports/${id}`)
    expect((await mails()).map(({ status, report_id }) => [status, report_id])).toEqual([
      ['sent', id],
      ['sent', id],
    ])
    expect(new Set(server.taken.map(({ headers }) => headers.get('message-id'))).size).toBe(2)
  })

  it('is not sent unless the request asks for it', async () => {
    await set({ addresses: ['board@people.example'] })
    await test.operate('create-report', { brand_id: brandId })
    await run()
    expect(server.taken).toEqual([])
  })

  it('is sent to the other recipients if one address is permanently rejected, with the reason', async () => {
    server.refused.set('gone@people.example', 550)
    await set({ addresses: ['a@people.example', 'gone@people.example', 'z@people.example'] })
    await report()
    await run()
    await jobsAreDone(test.app.services)
    expect(recipients()).toEqual(['a@people.example', 'z@people.example'])
    expect((await mails()).map(({ status, problem }) => [status, problem])).toEqual([
      ['sent', null],
      ['failed', 'the mail server refused the address (SMTP 550)'],
      ['sent', null],
    ])
  })

  it('is retried with increasing delays after a temporary rejection, and fails after three days', async () => {
    server.refused.set('full@people.example', 451)
    await set({ addresses: ['full@people.example'] })
    await report()
    await run()
    await jobsAreDone(test.app.services)
    await run()
    expect(await mails()).toMatchObject([{ status: 'waiting', attempts: 1 }])
    later(1)
    await run()
    expect(await mails()).toMatchObject([
      { status: 'waiting', attempts: 2, problem: 'the mail server refused the address (SMTP 451)' },
    ])
    later(3 * 1440)
    await run()
    expect(await mails()).toMatchObject([{ status: 'failed', attempts: 3 }])
  })

  it('is delivered after a mail server outage', async () => {
    const port = Number(new URL(server.url).port)
    await server.close()
    await set({ addresses: ['board@people.example'] })
    await report()
    await run()
    await jobsAreDone(test.app.services)
    expect(await mails()).toMatchObject([
      { status: 'waiting', problem: 'the mail server could not be reached or closed the connection' },
    ])
    server = await startSmtpServer(port)
    later(1)
    await run()
    expect(recipients()).toEqual(['board@people.example'])
    expect(await mails()).toMatchObject([{ status: 'sent', problem: null }])
  })

  it('has the same Message-ID if it may already have been sent, and does not delay other work', async () => {
    const taken = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    server.beforeTaken = () => {
      taken.resolve()
      return answer.promise
    }
    await set({ addresses: ['board@people.example'] })
    await report()
    const first = run()
    await taken.promise
    // Another process neither sends it too nor waits for it.
    await run()
    expect(await mails()).toMatchObject([{ status: 'waiting', attempts: 1 }])
    expect((await owner.browser.operate('list-reports', { brand_id: brandId })).status).not.toBe(500)
    server.beforeTaken = undefined
    // The state that a process killed now would leave.
    later(11)
    await run()
    answer.resolve()
    await first
    const ids = server.taken.map(({ headers }) => headers.get('message-id'))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^<report-mail-[0-9a-f-]{36}@ours\.example>$/)
    expect(server.taken.map(({ headers }) => headers.get('date'))[1]).toBe(server.taken[0]?.headers.get('date'))
  })

  it('is not sent to former members or deleted accounts', async () => {
    const [left, gone] = [await makePerson(test, workspaceId, 'viewer'), await makePerson(test, workspaceId, 'viewer')]
    await set({ person_ids: [left.id, gone.id] })
    await test.operate('remove-person', { workspace_id: workspaceId, email: left.email })
    await test.operate('delete-person', { email: gone.email })
    await report()
    await run()
    await jobsAreDone(test.app.services)
    expect(server.taken).toEqual([])
    expect(await mails()).toMatchObject([{ status: 'failed', problem: 'the recipient can no longer access the brand' }])
  })

  it('is not sent to a recipient who was removed while it waited', async () => {
    server.refused.set('off@people.example', 451)
    await set({ addresses: ['off@people.example'] })
    await report()
    await run()
    await jobsAreDone(test.app.services)
    await set({ addresses: ['other@people.example'] })
    server.refused.clear()
    later(1)
    await run()
    expect(server.taken).toEqual([])
    expect(await mails()).toMatchObject([{ status: 'failed', problem: 'the recipient was removed before it was sent' }])
  })

  it('leaves no address of a deleted account in the stores', async () => {
    const gone = await makePerson(test, workspaceId, 'viewer')
    await set({ addresses: [gone.email.toUpperCase(), 'board@people.example'] })
    await report()
    await run()
    await jobsAreDone(test.app.services)
    expect(await mails()).toHaveLength(2)
    await test.operate('delete-person', { email: gone.email })
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['board@people.example'])
    expect((await dumpStores(test.app.services)).toLowerCase()).not.toContain(gone.email.toLowerCase())
  })

  it('reaches the other recipients while the mail server is slow for some', async () => {
    const answer = Promise.withResolvers<void>()
    // One for each concurrent run: this one and the app's own.
    const slow = ['a@people.example', 'b@people.example']
    server.beforeTaken = ({ to }) => (slow.includes(String(to)) ? answer.promise : Promise.resolve())
    await set({ addresses: [...slow, 'c@people.example', 'd@people.example'] })
    await report()
    const running = run()
    await expect
      .poll(async () => (await mails()).map(({ status }) => status))
      .toEqual(['waiting', 'waiting', 'sent', 'sent'])
    answer.resolve()
    await running
    await jobsAreDone(test.app.services)
    expect((await mails()).map(({ status, attempts }) => [status, attempts])).toEqual(Array(4).fill(['sent', 1]))
  })

  it('is sent once if its rendering takes so long that another process starts it', async () => {
    const { db } = test.app.services
    server.refused.set('board@people.example', 451)
    await set({ addresses: ['board@people.example'] })
    await report()
    await run()
    await jobsAreDone(test.app.services)
    server.refused.clear()
    const attempts = async () => (await mails()).map((mail) => mail.attempts)
    const runs: Promise<void>[] = []
    await db.transaction().execute(async (transaction) => {
      await sql`lock table reports in access exclusive mode`.execute(transaction)
      for (const [index, minutes] of [2, 11].entries()) {
        later(minutes)
        runs.push(run())
        await expect.poll(attempts).toEqual([index + 2])
      }
    })
    await Promise.all(runs)
    await jobsAreDone(test.app.services)
    expect(recipients()).toEqual(['board@people.example'])
    expect(await mails()).toMatchObject([{ status: 'sent', attempts: 3 }])
  })

  it('is not sent if it is pending when its workspace is erased', async () => {
    const { services } = test.app
    const workspace_id = (await test.operate('create-workspace', { name: 'Ends' })).id
    brandId = (await test.operate('create-brand', { workspace_id, name: 'Gone' })).id
    server.refused.set('board@people.example', 451)
    await set({ addresses: ['board@people.example'] })
    await report()
    await run()
    await jobsAreDone(services)
    server.refused.clear()
    const settings = () => services.db.selectFrom('report_settings').selectAll().where('brand_id', '=', brandId)
    const { erased } = await withAllLocks(services, brandId, async () => {
      const erased = test.operate('delete-workspace', { workspace_id })
      await expect.poll(() => settings().execute()).toEqual([])
      later(1)
      await run()
      expect(await mails()).toMatchObject([{ status: 'failed' }])
      return { erased }
    })
    await erased
    expect(server.taken).toEqual([])
  })

  it('escapes brand names, so that they add no header, recipient or markup', async () => {
    // As it could be stored before names had to be one line.
    const brands = test.app.services.db.updateTable('brands').set({ name: hostileName })
    await brands.where('id', '=', brandId).execute()
    await set({ addresses: ['board@people.example'] })
    await report()
    await run()
    await jobsAreDone(test.app.services)
    expect(recipients()).toEqual(['board@people.example'])
    const [mail] = server.taken
    expect(mail?.headers.has('bcc')).toBe(false)
    expect(mail?.headers.get('to')).toBe('board@people.example')
    expect(mail?.headers.get('subject')).toMatch(/^Acme "<b>x<\/b> Bcc: eve@evil.example in AI answers: [ -~–]+$/)
    expect(plain(mail?.raw ?? '')).not.toContain('<b>x</b></')
    expect(plain(mail?.raw ?? '')).toContain('&lt;b&gt;x&lt;/b&gt;')
  })
})

describe('an alert by mail', () => {
  it('is sent once to each recipient when it is found, with its prompts', async () => {
    await set({ alerts: 'falls', addresses: ['board@people.example'] })
    await importDrop()
    await Promise.all([run(), run()])
    await run()
    await jobsAreDone(test.app.services)
    expect(recipients()).toEqual(['board@people.example'])
    const text = plain(server.taken[0]?.raw ?? '')
    expect(server.taken[0]?.headers.get('subject')).toMatch(/Acme is mentioned less often on ChatGPT, United States/)
    expect(text).toContain('- Which <boots> are good?')
    expect(text).toContain('<li>Which &lt;boots&gt; are good?')
    expect(await mails()).toMatchObject([{ status: 'sent', report_id: null }])
  })

  it('found before alerts were enabled is not sent', async () => {
    await importDrop()
    await set({ alerts: 'all', addresses: ['board@people.example'] })
    await run()
    expect(await mails()).toEqual([])
  })

  it('is not sent if alerts are disabled', async () => {
    await set({ alerts: 'none', addresses: ['board@people.example'] })
    await importDrop()
    await run()
    expect(await mails()).toEqual([])
  })
})

describe('a restored backup', () => {
  it('does not send mails that were pending in it, and reports them as failed', async () => {
    server.refused.set('board@people.example', 451)
    await set({ addresses: ['board@people.example'] })
    await report()
    await run()
    await jobsAreDone(test.app.services)
    const folder = mkdtempSync(join(tmpdir(), 'sightline-mails-'))
    const place = join(folder, 'backup')
    await test.operate('backup', { to: place })
    await test.close()
    test = await start()
    later(60)
    await test.operate('restore', { from: place })
    rmSync(folder, { recursive: true })
    server.refused.clear()
    await run()
    expect(server.taken).toEqual([])
    expect(await mails()).toMatchObject([
      { status: 'failed', problem: expect.stringContaining('pending in a backup that was restored') },
    ])
  })
})
