import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSetUpLink } from '../../src/features/people/index.ts'
import { startTestApp, type TestApp } from '../../src/testing/test-app.ts'
import { hasBrowser, type OpenConsole, openConsole, watch } from '../testing/open-console.ts'

const password = 'correct horse battery'

describe.runIf(hasBrowser)('a new installation', () => {
  let test: TestApp
  let console: OpenConsole
  let page: Page
  let seen: string[]

  beforeAll(async () => {
    test = await startTestApp()
    console = await openConsole(test)
    page = await console.browser.newPage()
    seen = watch(page)
  })
  afterAll(async () => {
    await console?.close()
    await test?.close()
  })

  it('is claimed with the printed link, which leaves the address at once', async () => {
    const link = await createSetUpLink(test.app.services)
    await page.goto(link?.url as string)
    await page.getByLabel('Your name').fill('Ada')
    expect(page.url()).toBe(`${console.url}/set-up`)
    // A reload keeps the way in.
    await page.reload()
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Name of the first workspace').fill('Ours')
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByRole('heading', { name: 'Your brands' }).waitFor()
  })

  it('gets a brand, a competitor and prompts, and then figures of answers that are uploaded', async () => {
    await page.getByRole('link', { name: 'Add a brand' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Zuvari')
    await page.getByLabel('Domain').fill('zuvari.example')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByText('No answers in this period').waitFor()
    await page.getByRole('link', { name: 'Competitors' }).click()
    await page.getByRole('button', { name: 'Add a competitor' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Calder')
    await page.getByLabel('Web address').fill('https://calder.example')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Follow Calder' }).waitFor()
    await page.getByRole('link', { name: 'Prompts' }).click()
    await page.getByRole('button', { name: 'Add prompts' }).click()
    await page.getByLabel('One a line').fill('Which kettle lasts?\nWhich kettle is quiet?\n')
    await page.getByRole('button', { name: 'Add 2' }).click()
    await page.getByRole('checkbox', { name: 'Ask: Which kettle is quiet?' }).waitFor()
    await page.getByRole('link', { name: 'Collection' }).click()
    await page.getByRole('link', { name: 'Imports' }).click()
    const line = (answer: string) =>
      JSON.stringify({
        ...{ prompt: 'Which kettle lasts?', engine: 'chatgpt', country: 'US', answer },
        executed_at: new Date().toISOString(),
      })
    const lines = [
      line('Zuvari and Calder.'),
      line('Calder alone.'),
      line('<img src=x onerror=alert(1)> Zuvari'),
    ]
    await page
      .getByLabel('Drop a file here, or choose one')
      .first()
      .setInputFiles({
        name: 'answers.jsonl',
        mimeType: 'application/x-ndjson',
        buffer: Buffer.from(lines.join('\n')),
      })
    await page.getByRole('button', { name: 'Import answers.jsonl' }).click()
    await page.getByText(/^Done: 3 imported/).waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.reload()
    await page.getByText(/Named in 67 % of 3 answers/).waitFor()
  })

  it('shows an answer as text, whatever it holds', async () => {
    await page.getByRole('link', { name: 'Answers', exact: true }).click()
    await page
      .getByRole('link', { name: /Which kettle lasts/ })
      .first()
      .waitFor()
    const links = await page.getByRole('link', { name: /Which kettle lasts/ }).all()
    const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
    const texts: string[] = []
    for (const address of addresses) {
      await page.goto(`${console.url}${address}`)
      await page.waitForLoadState('networkidle')
      texts.push(await page.locator('[dir=auto]').innerText())
      expect(await page.locator('main img').count()).toBe(0)
    }
    expect(texts.sort()).toEqual([
      '<img src=x onerror=alert(1)> Zuvari',
      'Calder alone.',
      'Zuvari and Calder.',
    ])
  })

  it('is signed out of, and into again, where somebody was', async () => {
    const address = page.url()
    await page.getByRole('button', { name: /^Ada/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(address)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password').fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(address)
    // The one wrong password is all that the browser has to tell.
    expect(seen.filter((line) => !line.includes('401'))).toEqual([])
  })
})
