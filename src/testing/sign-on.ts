import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { Browser } from './browser.ts'
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
import { type Answer, startTestApp, type TestApp } from './test-app.ts'

/** A program with single sign-on through a test identity provider. */
export interface SignOn {
  test: TestApp
  provider: IdentityProvider
  /** The whole log so far. */
  logged(): string
  /** A browser with its own IP address, so that it does not share a rate limit. */
  browser(): Browser
  /** Starts sign-on in a browser and signs in at the provider. @returns the return path, relative to `/console/api` */
  begin(browser: Browser, start?: string): Promise<string>
  /** Signs in with a browser. @returns the response to its return */
  signIn(browser: Browser, person?: object): Promise<Answer>
  close(): Promise<void>
}

/** @param environment may override the provider's */
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
      if (status !== 302) throw new Error(`${status} instead of a redirect: ${text}`)
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

/** A new person with a verified address. */
export function somebody(changed: object = {}): Record<string, unknown> & { sub: string; email: string } {
  const name = randomUUID().slice(0, 8)
  const known = { sub: `subject ${name}`, email: `${name}@example.com`, email_verified: true, name }
  return { ...known, ...changed }
}
