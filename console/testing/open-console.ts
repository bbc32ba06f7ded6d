import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildConsole } from '../../src/build-console.ts'
import { addConsolePages } from '../../src/interfaces/http/console-pages.ts'
import { chromiumPath, quiet } from '../../src/testing/chromium.ts'
import { type Fixture, makeKey, startFixtureApp } from '../../src/testing/fixture.ts'
import type { TestApp } from '../../src/testing/test-app.ts'
import type { Role } from '../copy/roles.ts'

export { hasBrowser } from '../../src/testing/chromium.ts'

export interface OpenConsole {
  url: string
  browser: Browser
  /** A window of its own, in which somebody is signed in by a link of the operator. */
  signIn(email: string, options?: Parameters<Browser['newContext']>[0]): Promise<BrowserContext>
  /** Signs somebody in in a window, where another page of it may be open. */
  signInAgain(email: string, window: BrowserContext): Promise<void>
  close(): Promise<void>
}

/** The built console on the real server, and a browser to look at it with. */
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

/** The console of a filled installation, and who looks at its first brand. */
export interface FilledConsole extends OpenConsole {
  test: TestApp
  fixture: Fixture
  brandId: string
  /** The window of somebody of a role, such as `viewer@example.com`. */
  windowOf(role: Role): BrowserContext
  /** A page as somebody of a role sees it, once it is read: of the brand, or of the workspace where the path begins with `/`. */
  open(role: Role, path: string): Promise<Page>
  /** What the API says, to be compared with: of the brand, or of the whole API where the path begins with `/`. */
  v1<T>(path: string): Promise<{ data: T; meta: Record<string, number> }>
}

/** Opens the console on the fixture, with somebody of each role signed in. */
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
    if (window === undefined) throw new Error(`nobody is signed in who is ${role}`)
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
      if (status !== 200) throw new Error(`${path} is answered ${status}: ${text}`)
      return body
    },
    async close() {
      await console.close()
      await test.close()
    },
  }
}

/** The first line of each cell of the rows of a table. */
export const rowsOf = (page: Page, name: string): Promise<string[][]> =>
  page
    .getByRole('table', { name, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.innerText.split('\n')[0] ?? '')),
    )

/** Waits until a page has its heading, and has read what it shows. */
export async function isRead(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  // One read may begin another one, in the frame after it. Without a screen, frames may follow each other faster than
  // what the page does between them.
  await page.evaluate(`(async () => {
    for (let quiet = 0; quiet < 5; ) {
      await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 30))
      quiet = document.querySelector('[aria-busy=true]') === null ? quiet + 1 : 0
    }
  })()`)
}

/** Waits until nothing of a page reaches beyond its window: charts are drawn anew once they know its width. */
export async function isWithinWindow(page: Page): Promise<void> {
  const beyond = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  const timeout = AbortSignal.timeout(20_000)
  while ((await beyond()) > 0)
    if (timeout.aborted) throw new Error(`${page.url()} reaches ${await beyond()} pixels beyond its window`)
}

/** What a page does that it should not: errors, words on the console, requests to others. Read it at the end. */
export function watch(page: Page): string[] {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1:')) seen.push(`foreign request: ${request.url()}`)
  })
  return seen
}
