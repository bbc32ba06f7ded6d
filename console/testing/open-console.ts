import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { addConsolePages } from '../../src/interfaces/http/console-pages.ts'
import { buildConsole } from '../../src/server/build-console.ts'
import { chromiumPath, quiet } from '../../src/testing/chromium.ts'
import { type Fixture, makeKey, startFixtureApp } from '../../src/testing/fixture.ts'
import type { TestApp } from '../../src/testing/test-app.ts'
import type { Role } from '../copy/roles.ts'

export { hasBrowser } from '../../src/testing/chromium.ts'

export interface OpenConsole {
  url: string
  browser: Browser
  /** A new context with a signed-in person. Signs in with a link from the operator. */
  signIn(email: string, options?: Parameters<Browser['newContext']>[0]): Promise<BrowserContext>
  /** Signs a person in in an existing context, where other pages may be open. */
  signInAgain(email: string, window: BrowserContext): Promise<void>
  close(): Promise<void>
}

/** The built console on the real server, with a browser. */
export async function openConsole(test: TestApp): Promise<OpenConsole> {
  const { http, services } = test.app
  const directory = await buildConsole(undefined, pino({ level: 'silent' }))
  if (directory === undefined) throw new Error('the console was not built')
  addConsolePages(http, directory)
  await http.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
  services.address = () => url
  const browser = await chromium.launch({ executablePath: chromiumPath, args: quiet })
  const signInAgain = async (email: string, window: BrowserContext) => {
    const link = await test.operate<{ url: string }>('create-sign-in-link', { email })
    const page = await window.newPage()
    await page.goto(link.url)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))
    await page.close()
  }
  return {
    url,
    browser,
    signInAgain,
    async signIn(email, options) {
      const window = await browser.newContext(options)
      await signInAgain(email, window)
      return window
    },
    close: () => browser.close(),
  }
}

/** The console with fixture data. */
export interface FilledConsole extends OpenConsole {
  test: TestApp
  fixture: Fixture
  brandId: string
  /** The context of a person with a role, such as `viewer@example.com`. */
  windowOf(role: Role): BrowserContext
  /** Opens a page of the brand as a role and waits until it is loaded. Paths that start with `/` belong to the workspace. */
  open(role: Role, path: string): Promise<Page>
  /** Reads from the API, for comparison. Paths that start with `/` are relative to `/v1`. */
  v1<T>(path: string): Promise<{ data: T; meta: Record<string, number> }>
}

/** Opens the console with fixture data and one signed-in person per role. */
export async function openFilledConsole(...roles: Role[]): Promise<FilledConsole> {
  const { test, fixture } = await startFixtureApp()
  const [brandId] = fixture.ids.brand_id as [string]
  const windows = new Map<Role, BrowserContext>()
  const key = await makeKey(test, fixture.workspaceId)
  const console = await openConsole(test)
  for (const role of roles) {
    const email = `${role}@example.com`
    await test.operate('create-person', { workspace_id: fixture.workspaceId, email, name: role, role })
    windows.set(role, await console.signIn(email))
  }
  const windowOf = (role: Role) => {
    const window = windows.get(role)
    if (window === undefined) throw new Error(`no person is signed in as ${role}`)
    return window
  }
  const under = (base: string, path: string) => (path.startsWith('/') ? path : `${base}/${path}`)
  return {
    ...console,
    test,
    fixture,
    brandId,
    windowOf,
    async open(role, path) {
      const page = await windowOf(role).newPage()
      await page.goto(`${console.url}/${fixture.workspaceId}${under(`/${brandId}`, path)}`)
      await isRead(page)
      return page
    },
    async v1(path) {
      const { status, text, body } = await test.get(`/v1${under(`/brands/${brandId}`, path)}`, key)
      if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`)
      return body
    },
    async close() {
      await console.close()
      await test.close()
    },
  }
}

/** The first line of each cell of a table. */
export const rowsOf = (page: Page, name: string): Promise<string[][]> =>
  page
    .getByRole('table', { name, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.innerText.split('\n')[0] ?? '')),
    )

/** Waits until a page has its heading and all data. */
export async function isRead(page: Page): Promise<void> {
  // A drawer hides the page below it.
  await page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first().waitFor()
  // One read can start another one in the next frame. In headless mode, frames can be faster than the page’s work
  // between them.
  await page.evaluate(`(async () => {
    for (let quiet = 0; quiet < 5; ) {
      await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 30))
      quiet = document.querySelector('[aria-busy=true]') === null ? quiet + 1 : 0
    }
  })()`)
}

/** Waits until the page fits its window. Charts are redrawn once they know their width. */
export async function isWithinWindow(page: Page): Promise<void> {
  const beyond = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  const timeout = AbortSignal.timeout(20_000)
  while ((await beyond()) > 0)
    if (timeout.aborted) throw new Error(`${page.url()} is ${await beyond()} pixels wider than its window`)
}

/** Collects page errors, console errors and third-party requests. Check it at the end of a test. */
export function watch(page: Page): string[] {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1:')) seen.push(`third-party request: ${request.url()}`)
  })
  return seen
}
