import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { Browser } from './browser.ts'
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
import { type Answer, startTestApp, type TestApp } from './test-app.ts'

/** A program whose people sign in by a provider that stands in for somebody's. */
export interface SignOn {
  test: TestApp
  provider: IdentityProvider
  /** All that was logged. */
  logged(): string
  /** A browser with an address of its own, so that none meets the limit of another one. */
  browser(): Browser
  /** Has a browser begin, and sign in at the provider; where it is sent back to, behind `/console/api`. */
  begin(browser: Browser, start?: string): Promise<string>
  /** Has a browser sign in; the answer to its coming back. */
  signIn(browser: Browser, person?: object): Promise<Answer>
  close(): Promise<void>
}

/** @param environment may need the provider's own */
export async function startSignOn(environment: Record<string, string> = {}): Promise<SignOn> {
  const provider = await startIdentityProvider()
  let lines = ''
  const stream = new Writable({
    write(chunk, _, done) {
      lines += chunk
      done()
    },
  })
  const log = pino({ level: 'trace' }, stream)
  const test = await startTestApp({ ...provider.environment, ...environment }, { log })
  let browsers = 0
  const signOn: SignOn = {
    test,
    provider,
    logged: () => lines,
    browser() {
      const browser = new Browser(test)
      browsers += 1
      browser.address = `203.0.${browsers >> 8}.${browsers & 255}`
      return browser
    },
    async begin(browser, start = '/sso/start') {
      const { status, headers, text } = await browser.get(start)
      if (status !== 302) throw new Error(`no redirect but ${status} ${text}`)
      const back = await provider.visit(String(headers.location))
      return `${back.pathname}${back.search}`.replace('/console/api', '')
    },
    async signIn(browser, person) {
      if (person !== undefined) provider.person = person as Record<string, unknown>
      return browser.get(await signOn.begin(browser))
    },
    async close() {
      await test.close()
      provider.close()
    },
  }
  return signOn
}

/** Somebody with a verified address, whom nobody knows yet. */
export function somebody(changed: object = {}): Record<string, unknown> & { sub: string; email: string } {
  const name = randomUUID().slice(0, 8)
  const known = { sub: `subject ${name}`, email: `${name}@example.com`, email_verified: true, name }
  return { ...known, ...changed }
}
