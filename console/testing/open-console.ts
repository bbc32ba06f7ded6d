import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildConsole } from '../../src/build-console.ts'
import { addConsolePages } from '../../src/interfaces/http/console-pages.ts'
import type { TestApp } from '../../src/testing/test-app.ts'

const executablePath = '/usr/bin/chromium'

/** Without a browser these tests are left out, and say so; where the whole is to be shown, that is a fault. */
export const hasBrowser = process.env.CI === 'true' || existsSync(executablePath)

const quiet =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

export interface OpenConsole {
  url: string
  browser: Browser
  /** A window of its own, in which somebody is signed in by a link of the operator. */
  signIn(email: string, options?: Parameters<Browser['newContext']>[0]): Promise<BrowserContext>
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
  const browser = await chromium.launch({ executablePath, args: quiet.split(' ') })
  return {
    url,
    browser,
    async signIn(email, options) {
      const link = await test.operate<{ url: string }>('create-sign-in-link', { email })
      const context = await browser.newContext(options)
      const page = await context.newPage()
      await page.goto(link.url)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))
      await page.close()
      return context
    },
    close: () => browser.close(),
  }
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
