import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consoleEnvironment } from '../../testing/browser.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { makePerson, openBrowser, type Person } from '../../testing/people.ts'
import { dumpStores, jobsAreDone, postgresRows } from '../../testing/stored-rows.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const password = 'correct horse battery'

let test: TestApp
let server: MailServer
let owner: Person
let workspaceId: string
const lines: string[] = []

beforeAll(async () => {
  server = await startMailServer()
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const environment = {
    ...consoleEnvironment,
    SMTP_URL: server.url,
    MAIL_FROM: 'Sightline <us@ours.example>',
  }
  test = await startTestApp(environment, { log })
  workspaceId = (await test.operate('create-workspace', { name: 'Ours' })).id
  // As it could be stored before names had to be one line.
  const name = 'Grüße\r\nBcc: eve@evil.example\u2028X-Evil: 1\u0085'
  await test.app.services.db.updateTable('workspaces').set({ name }).execute()
  owner = await makePerson(test, workspaceId, 'owner')
})
afterAll(async () => {
  await test.close()
  await server.close()
})
beforeEach(() => {
  server.received.length = 0
  server.reply = 250
})

const invite = (email: string) => owner.browser.operate('create-invitation', { email, role: 'viewer' })
const askForPassword = (email: string) => openBrowser(test).post('/request-password-link', { email })
const arrived = () => expect.poll(() => server.received.length).toBe(1)
const linkIn = ({ received }: MailServer) => /http:\S+/.exec(received[0]?.text ?? '')?.[0] as string
const tokenIn = (link: string) => link.split('#')[1] as string
const queued = async () =>
  [...(await postgresRows(test.app.services))]
    .filter(([table]) => table.startsWith('jobs.'))
    .flatMap(([, rows]) => rows)
    .join('\n')

describe('if SMTP_URL is set', () => {
  it('an invitation is sent only to its recipient, with a link that creates the account', async () => {
    const invited = await invite('grace@people.example')
    await arrived()
    const [message] = server.received
    expect(message).toMatchObject({ from: 'us@ours.example', to: ['grace@people.example'] })
    expect(message?.text).not.toMatch(/^bcc:/im)
    const link = linkIn(server)
    expect(link).toMatch(/^http:\/\/sightline\.test\/invitation#[\w-]{43}$/)
    // The same link that the response shows to the inviter.
    expect((invited.body.data as { url: string }).url).toBe(link)
    const account = { token: tokenIn(link), name: 'Grace', password }
    expect((await openBrowser(test).post('/accept-invitation', account)).status).toBe(200)
  })

  it('a password reset link is sent only if the account exists, and works once', async () => {
    const { email } = await makePerson(test, workspaceId, 'viewer', { password: 'the one before' })
    const unknown = await askForPassword('nobody@people.example')
    const known = await askForPassword(email.toUpperCase())
    expect([known.status, known.body.data]).toEqual([unknown.status, unknown.body.data])
    await arrived()
    await jobsAreDone(test.app.services)
    expect(server.received.map(({ to }) => to)).toEqual([[email]])
    const chosen = { token: tokenIn(linkIn(server)), password }
    expect((await openBrowser(test).post('/choose-password', chosen)).status).toBe(200)
    expect((await openBrowser(test).signIn(email, password)).status).toBe(200)
    expect((await openBrowser(test).post('/choose-password', chosen)).status).toBe(400)
  })

  it('the queue contains no link and no address, and stores and logs contain no link', async () => {
    await jobsAreDone(test.app.services)
    const { email } = await makePerson(test, workspaceId, 'viewer')
    // The server rejects the messages for now, so they wait.
    server.reply = 451
    const before = server.connections
    await invite('hedy@people.example')
    await askForPassword(email)
    const failed = `select 1 from jobs.job where name = 'send-mail' and state = 'retry'`
    await expect.poll(async () => (await test.app.services.postgres.execute(failed)).rows.length).toBe(2)
    expect(server.connections).toBeGreaterThanOrEqual(before + 2)
    const waiting = await queued()
    const stored = await dumpStores(test.app.services)
    server.reply = 250
    await expect.poll(() => server.received.length).toBe(2)
    for (const [index, { text, to }] of server.received.entries()) {
      const token = tokenIn(/http:\S+/.exec(text)?.[0] as string)
      expect(token, String(index)).toMatch(/^[\w-]{43}$/)
      expect(stored).not.toContain(token)
      for (const address of to) expect(waiting).not.toContain(address)
      expect(lines.join('')).not.toContain(token)
      for (const address of to) expect(lines.join('')).not.toContain(address)
    }
  })

  it('a permanently rejected message is discarded, and neither log nor queue contains its address', async () => {
    await jobsAreDone(test.app.services)
    server.reply = 550
    const before = server.connections
    await invite('refused@people.example')
    await expect.poll(() => server.connections).toBe(before + 1)
    await jobsAreDone(test.app.services)
    expect(server.received).toEqual([])
    expect(lines.some((line) => line.includes('rejected it permanently'))).toBe(true)
    expect(lines.join('')).not.toContain('refused@people.example')
    expect(await queued()).not.toContain('refused@people.example')
  })

  it('a server that is down does not block requests, and receives the message later', async () => {
    const port = Number(new URL(server.url).port)
    await server.close()
    const invited = await invite('late@people.example')
    expect(invited.status).toBe(200)
    const failed = `select 1 from jobs.job where name = 'send-mail' and state = 'retry'`
    await expect.poll(async () => (await test.app.services.postgres.execute(failed)).rows.length).toBe(1)
    server = await startMailServer(port)
    await arrived()
    expect(server.received[0]?.to).toEqual(['late@people.example'])
  })
})

describe('without SMTP_URL', () => {
  it('shows links to their creator and queues no mail', async () => {
    await test.restart({ ...consoleEnvironment, SMTP_URL: '' })
    await jobsAreDone(test.app.services)
    const { email } = await makePerson(test, workspaceId, 'viewer')
    const mails = `select 1 from jobs.job where name in ('send-mail', 'mail-password-link') and state < 'completed'`
    const invited = await invite('ida@people.example')
    expect((invited.body.data as { url: string }).url).toMatch(/invitation#/)
    expect((await askForPassword(email)).body.data).toEqual({ sends_mail: false })
    expect((await test.app.services.postgres.execute(mails)).rows).toEqual([])
    const links = test.app.services.db.selectFrom('one_time_links').select('id')
    expect(await links.where('kind', '=', 'password').where('expires_at', '>', new Date()).execute()).toHaveLength(
      // The link that an earlier test mailed but did not use.
      1,
    )
    expect(server.received).toEqual([])
  })
})
