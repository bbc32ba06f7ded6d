import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, consoleEnvironment } from '../../testing/browser.ts'
import { inForm, longTest } from '../../testing/forms.ts'
import { openBrowser } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { verifyPassword } from './password.ts'

const password = 'correct horse battery'
const attempts = inForm(200, 10_000)

let test: TestApp
let workspaceId: string
let made = 0

beforeAll(async () => {
  test = await startTestApp(consoleEnvironment)
  workspaceId = (await test.operate('create-workspace', { name: 'Ours' })).id
})
afterAll(() => test.close())

let email: string
beforeEach(async () => {
  made += 1
  email = `owner-${made}@people.example`
  await makeAccount(email, password)
})

const makeAccount = (address: string, chosen?: string) =>
  test.operate('create-person', {
    workspace_id: workspaceId,
    email: address,
    name: 'Owner',
    role: 'viewer',
    ...(chosen === undefined ? {} : { password: chosen }),
  })

/** The password hashing metrics that the operator sees. */
async function metrics(): Promise<{ hashes: number; working: number; waiting: number }> {
  const { text } = await test.get('/metrics')
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
  return {
    hashes: value('sightline_password_hashes_total'),
    working: value('sightline_password_hashes{state="working"}'),
    waiting: value('sightline_password_hashes{state="waiting"}'),
  }
}

/** The number of passwords that `work` hashes. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  const { hashes } = await metrics()
  await work()
  return (await metrics()).hashes - hashes
}

/** Tries wrong passwords from different IP addresses, 20 concurrently. @returns the number of responses per status */
async function tryMany(count: number, attempt: (number: number) => Promise<{ status: number }>) {
  const statuses: Record<number, number> = {}
  let next = 0
  async function worker(): Promise<void> {
    while (next < count) {
      const { status } = await attempt(next++)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  return statuses
}

const signInFrom = async (browser: Browser, given: string) => (await browser.signIn(email, given)).status

describe('wrong passwords for one account', () => {
  it('from many addresses cost ten hashes, and the owner can still sign in from a known browser', async () => {
    const owned = openBrowser(test)
    expect(await signInFrom(owned, password)).toBe(200)
    await owned.post('/sign-out')
    let statuses: Record<number, number> = {}
    const hashes = await hashesOf(async () => {
      statuses = await tryMany(attempts, (number) => openBrowser(test).signIn(email, `wrong ${number}`))
    })
    expect(statuses).toEqual({ 401: 10, 429: attempts - 10 })
    expect(hashes).toBe(10)
    const failures = test.app.services.db.selectFrom('audit_records').select('id')
    expect(await failures.where('operation', '=', 'sign-in-failed').execute()).toHaveLength(10)
    // From a new browser, the owner has to wait.
    expect(await signInFrom(openBrowser(test), password)).toBe(429)
    expect(await signInFrom(owned, password)).toBe(200)
    expect((await owned.get('/whoami')).status).toBe(200)
    // The sign-in does not lift the limit for other browsers.
    expect(await signInFrom(openBrowser(test), password)).toBe(429)
  })

  it('also count for a known browser, and another account’s browser cookie does not help', async () => {
    const owned = openBrowser(test)
    await owned.signIn(email, password)
    const mallory = openBrowser(test)
    await makeAccount(`mallory-${made}@people.example`, password)
    expect((await mallory.signIn(`mallory-${made}@people.example`, password)).status).toBe(200)
    const [known, other] = [owned, mallory].map(({ cookies }) => cookies.get('sightline_browser') as string)
    const [owner = '', number, signature] = (known as string).split('.')
    const forged = [other, `${owner}.${number}x.${signature}`, `${owner}.${number}.`, `${owner}..`, '', 'x.y.z']
    const statuses = await tryMany(24, async (index) => {
      const browser = openBrowser(test)
      browser.cookies.set('sightline_browser', forged[index % forged.length] as string)
      return browser.signIn(email, 'not this one')
    })
    expect(statuses).toEqual({ 401: 10, 429: 14 })
    // A stolen cookie has its own ten attempts, then waits like all others.
    const stolen = await tryMany(12, async () => {
      const browser = openBrowser(test)
      browser.cookies.set('sightline_browser', known as string)
      return browser.signIn(email, 'not this one')
    })
    expect(stolen).toEqual({ 401: 10, 429: 2 })
  })

  it('are no longer counted after a successful sign-in', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 9; attempt += 1)
        expect(await signInFrom(openBrowser(test), 'not this one')).toBe(401)
      expect(await signInFrom(openBrowser(test), password)).toBe(200)
    }
  })
})

describe('the cost of an attempt', () => {
  it('is one hash, whether or not the account exists or has a password', async () => {
    const withoutPassword = `without-${made}@people.example`
    await makeAccount(withoutPassword)
    for (const [address, given, status] of [
      [email, 'not this one', 401],
      [email, password, 200],
      ['nobody@people.example', password, 401],
      [withoutPassword, password, 401],
    ] as const) {
      const browser = openBrowser(test)
      const work = async () => expect((await browser.signIn(address, given)).status, address).toBe(status)
      expect(await hashesOf(work), address).toBe(1)
    }
  })

  it('is zero if the link is invalid or for another purpose', async () => {
    const { url } = await test.operate<{ url: string }>('create-sign-in-link', { email })
    const given = { email, name: 'Eve', password, workspace_name: 'Eve' }
    for (const token of ['made-up', url.split('#')[1]])
      for (const [path, names] of [
        ['set-up', ['email', 'name', 'password', 'workspace_name']],
        ['accept-invitation', ['name', 'password']],
        ['choose-password', ['password']],
      ] as const) {
        const own = Object.fromEntries(names.map((name) => [name, given[name]]))
        const ask = async () => expect((await openBrowser(test).post(`/${path}`, { token, ...own })).status).toBe(400)
        expect(await hashesOf(ask), path).toBe(0)
      }
  })

  longTest(
    'is limited to two concurrent hashes and 100 waiting; further attempts return service_unavailable',
    async () => {
      const seen: { working: number; waiting: number }[] = []
      let settled: PromiseSettledResult<boolean>[] | undefined
      const hashes = await hashesOf(async () => {
        const asking = Promise.allSettled(Array.from({ length: 140 }, () => verifyPassword(password, null)))
        asking.then((all) => {
          settled = all
        })
        while (settled === undefined) {
          seen.push(await metrics())
          await sleep(20)
        }
      })
      expect(hashes).toBe(2 + 100)
      const refusals = settled?.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(refusals).toHaveLength(140 - 102)
      for (const { code, retryAfterSeconds } of refusals ?? [])
        expect({ code, retryAfterSeconds }).toEqual({ code: 'service_unavailable', retryAfterSeconds: 2 })
      expect(Math.max(...seen.map(({ working }) => working))).toBe(2)
      expect(Math.max(...seen.map(({ waiting }) => waiting))).toBeLessThanOrEqual(100)
    },
  )
})

describe('password reset links', () => {
  it('are limited per account, and the responses do not reveal whether the account exists', async () => {
    const seen = []
    for (const address of [email, 'nobody@people.example']) {
      const statuses = await tryMany(30, () => openBrowser(test).post('/request-password-link', { email: address }))
      const { text } = await openBrowser(test).post('/request-password-link', { email: address })
      seen.push({ statuses, message: JSON.parse(text).error.message.replace(/\d+ s$/, '') })
    }
    expect(seen[0]?.statuses).toEqual({ 200: 10, 429: 20 })
    expect(seen[1]).toEqual(seen[0])
  })
})
