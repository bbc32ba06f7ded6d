import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSetUpLink } from '../../src/features/people/index.ts'
import { startTestApp, type TestApp } from '../../src/testing/test-app.ts'
import { hasBrowser, isRead, type OpenConsole, openConsole, watch } from '../testing/open-console.ts'

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

  it('says on its first page where the link is', async () => {
    await page.goto(`${console.url}/`)
    await page.getByText('No account exists yet. Open the link that the server printed.').waitFor()
  })

  it('is set up with the printed link, whose token is removed from the URL', async () => {
    const link = await createSetUpLink(test.app.services)
    await page.goto(link?.url as string)
    await page.getByLabel('Your name').fill('Ada')
    expect(page.url()).toBe(`${console.url}/set-up`)
    // A reload keeps the token.
    await page.reload()
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('First workspace name').fill('Ours')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'All brands' }).waitFor()
  })

  it('gets a brand, a competitor, prompts and figures from imported answers', async () => {
    await page.getByText('No brands yet').waitFor()
    await page.getByRole('link', { name: 'Add brand' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Zuvari')
    await page.getByLabel('Domain').fill('zuvari.example')
    await page.getByRole('button', { name: 'Add brand' }).click()
    await page.getByRole('heading', { name: 'Get started with Zuvari' }).waitFor()
    // The answers page shows the same empty state as the overview.
    await page.getByRole('link', { name: 'Answers', exact: true }).click()
    await page.getByText('No answers yet').waitFor()
    await page.getByRole('link', { name: 'Get started' }).click()
    await page.getByRole('button', { name: 'Set up by hand' }).click()
    await page.getByRole('button', { name: 'Add competitor' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Calder')
    await page.getByLabel('Website').fill('Calder')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Website must be an http or https URL').waitFor()
    await page.getByLabel('Website').fill('calder.example')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Add competitors (done)' }).waitFor()
    await page.getByRole('link', { name: 'Open profile' }).click()
    await page.getByRole('button', { name: 'Read from website' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Add prompts' }).click()
    await page.getByLabel('One per line').fill('Which kettle lasts?\nWhich kettle is quiet?\n')
    await page.getByRole('button', { name: 'Add 2' }).click()
    await page.getByText('2 prompts.').waitFor()
    // Steps are optional: the overview links back to them.
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: 'Get started' }).click()
    await page.getByRole('link', { name: 'Import a file' }).click()
    const line = (answer: string) =>
      JSON.stringify({
        ...{ prompt: 'Which kettle lasts?', engine: 'chatgpt', country: 'US', answer },
        executed_at: new Date().toISOString(),
      })
    const lines = [
      line('Zuvari and Calder.'),
      line('Calder alone.'),
      line('<img src=x onerror=alert(1)> Zuvari'),
      '{"prompt": "Of no engine"}',
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
    await page.getByText('Done: 3 imported, 1 rejected').waitFor()
    await page.getByText('Rejected lines').click()
    await page.getByText('Line 4:').waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    expect(readFileSync(await saved.path(), 'utf8')).toMatch(/^\uFEFFline,reason\r\n4,"executed_at is required/)
    // Data cached before the import is fetched again.
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Include today' }).click()
    await page.getByText('Visibility is 66.7%.').waitFor()
    await page.getByText('Includes today, a partial day').waitFor()
    // Today is the only day and partial: the chart shows a dot with a label.
    const chart = page.getByRole('img', { name: /^Visibility over time\. / })
    await chart.locator('circle').nth(1).waitFor()
    expect(await chart.locator('circle').count()).toBe(2)
    await chart.getByText('Zuvari').waitFor()
  })

  it('shows every answer as plain text', async () => {
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
      await isRead(page)
      texts.push(await page.locator('[dir=auto]').innerText())
      expect(await page.locator('main img').count()).toBe(0)
    }
    expect(texts.sort()).toEqual(['<img src=x onerror=alert(1)> Zuvari', 'Calder alone.', 'Zuvari and Calder.'])
  })

  it('opens a sign-in dialog over a form after the session expired, and keeps the input', async () => {
    const address = new URL(page.url().replace(/\/answers[^?]*/, '/overview'))
    address.searchParams.set('open', 'notes')
    await page.goto(address.href)
    await page.getByRole('textbox', { name: 'Note' }).fill('Comparison page published')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Add note' }).click()
    const again = page.getByRole('dialog', { name: 'Your session has expired' })
    await again.getByLabel('Password').fill(password)
    expect(await again.getByLabel('Email').inputValue()).toBe('ada@example.com')
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'hidden' })
    // The draft survives a reload as well.
    await page.reload()
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Comparison page published')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('list', { name: 'Notes' }).getByText('Comparison page published').waitFor()
    expect(await page.locator('[data-mark]').count()).toBe(1)
    await page.getByRole('button', { name: /^Delete the note/ }).click()
    await page.getByRole('list', { name: 'Notes' }).waitFor({ state: 'detached' })
  })

  it('can be navigated with the command palette', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Notes' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('comp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Competitors', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('kettle')
    // The search in answers comes last, after prompts with the word.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/answers\?search=kettle/)
  })

  it('returns to the same page after signing out and in', async () => {
    const address = page.url()
    await page.getByRole('button', { name: /^Ada/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(address)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(address)
    // The only expected errors: an invalid URL, a wrong password and a missing profile.
    expect(seen.filter((line) => !/\b40[014]\b/.test(line))).toEqual([])
  })
})
