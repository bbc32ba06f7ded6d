import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emulatedModels } from '../../demo/emulator/emulated-prices.ts'
import { type Emulator, startEmulator } from '../../demo/emulator/start-emulator.ts'
import { englishText, germanText, isSetUpRequest, proposed, sitePage } from '../../src/testing/setup/proposed.ts'
import { startTestApp, type TestApp } from '../../src/testing/test-app.ts'
import { hasBrowser, isRead, isWithinWindow, type OpenConsole, openConsole, watch } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('onboarding by domain', () => {
  const email = 'admin@example.com'
  let emulator: Emulator
  let test: TestApp
  let console: OpenConsole
  let page: Page
  let workspace_id: string
  let reply: string

  beforeAll(async () => {
    emulator = await startEmulator({
      brands: ['Acme', 'Globex', 'Initech'].map((name) => ({ name, domain: `${name.toLowerCase()}.com` })),
      answerTo: (prompt) => (isSetUpRequest(prompt) ? reply : undefined),
    })
    test = await startTestApp()
    await test.restart({
      FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${test.site.port},127.0.0.1:${emulator.port}`,
      SITE_STAND_INS: `acme.com=127.0.0.1:${test.site.port}`,
    })
    console = await openConsole(test)
    workspace_id = (await test.operate('create-workspace', { name: 'Ours' })).id
    await test.operate('create-person', { workspace_id, email, name: 'Ada', role: 'admin' })
    page = await (await console.signIn(email)).newPage()
  })
  beforeEach(() => {
    test.site.pages = { '/': sitePage(englishText) }
    test.site.answer = undefined
    reply = JSON.stringify(proposed())
  })
  afterAll(async () => {
    await console?.close()
    await test?.close()
    await emulator?.close()
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const bought = () => emulator.ledger.summary().purchases
  const isAccessible = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
  const stored = async (brand_id: string) => {
    const rows = (name: string) => test.operate<{ name: string; text: string }[]>(name, { brand_id, limit: 100 })
    return {
      prompts: (await rows('list-prompts')).map(({ text }) => text),
      competitors: (await rows('list-competitors')).map(({ name }) => name).sort(),
    }
  }

  it('leads from a domain and a key to ranked figures in three pages, with costs before any money is spent', async () => {
    const seen = watch(page)
    await page.goto(`${console.url}/${workspace_id}/new-brand`)
    await page.getByLabel('Domain').fill('acme.com')
    await button('Add brand').click()
    await page.getByRole('heading', { name: 'Get started with Acme' }).waitFor()
    const brand_id = new URL(page.url()).pathname.split('/')[2] as string
    await button('Add provider').click()
    const form = page.getByRole('dialog')
    await form.getByLabel('API key').fill(emulator.apiKey)
    await form.getByLabel('Model').fill(emulatedModels.openai)
    await form.getByLabel('Base URL').fill(emulator.baseUrl('openai'))
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    const suggest = button(/^Suggest for at most \$0\.\d\d$/)
    await suggest.waitFor()
    expect(await suggest.isDisabled()).toBe(true)
    await page.getByLabel('US dollars per month').fill('20')
    await button('Set budget').click()
    await page.getByText('$20.00', { exact: true }).waitFor()
    await page.getByText(/^\$0\.\d\d to \$2\.\d\d$/).waitFor()
    await isAccessible()
    expect(bought()).toBe(0)
    await suggest.click()
    await page.getByRole('heading', { name: 'We read acme.com. Does this look right?' }).waitFor()
    expect(bought()).toBe(1)
    await page.getByText('globex.com · Also sells boots').waitFor()
    expect(await page.getByText('They compare · unbranded, research').count()).toBe(29)
    expect(await stored(brand_id)).toEqual({ prompts: [], competitors: [] })

    // The changes survive a reload, and nothing is paid again.
    await page.getByRole('checkbox', { name: /Initech/ }).uncheck()
    await page.getByRole('checkbox', { name: /Which dry bags/ }).uncheck()
    await button('Edit Which trail boots do experts recommend?').click()
    await page.getByLabel('Prompt', { exact: true }).fill('Which trail boots last longest?')
    await button('Save').click()
    await button('Add competitor').click()
    await page.getByLabel('Name', { exact: true }).fill('Hooli')
    await page.getByLabel('Domain').fill('hooli.com')
    await button('Save').click()
    await page.getByText('2 of 3 chosen').waitFor()
    await page.reload()
    await page.getByText('29 of 30 chosen, in 2 topics').waitFor()
    await page.getByText('2 of 3 chosen').waitFor()
    await isAccessible()
    await page.setViewportSize({ width: 390, height: 844 })
    await isWithinWindow(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    expect(bought()).toBe(1)
    // At the default rate, the run takes half a minute.
    const [source] = await test.operate<{ id: string }[]>('list-sources', { workspace_id })
    await test.operate('update-source', { source_id: source?.id ?? '', requests_per_minute: 100_000 })
    await button('Accept and start the first run').click()
    await page.getByText(/Done: 29 of 29 answers collected/).waitFor({ timeout: 120_000 })
    const { prompts, competitors } = await stored(brand_id)
    expect(competitors).toEqual(['Globex', 'Hooli'])
    expect(prompts).toHaveLength(29)
    expect(prompts).toContain('Which trail boots last longest?')
    expect(prompts.join()).not.toMatch(/trail boots do experts|dry bags/)
    expect(bought()).toBe(30)
    await page.getByRole('link', { name: 'View overview' }).click()
    await page.getByText(/Visibility is \d+(\.\d)?%/).waitFor()
    await page.getByText('Globex').first().waitFor()
    expect(seen).toEqual([])
  })

  /** A brand whose workspace has a provider and a budget, on its start page. */
  async function openReady(): Promise<string> {
    const brand_id = (await test.operate('create-brand', { workspace_id, name: 'Acme', domain: 'http://acme.com' })).id
    await test.operate('set-budget', { brand_id, monthly_usd: 20 })
    await page.goto(`${console.url}/${workspace_id}/${brand_id}/start`)
    await isRead(page)
    return brand_id
  }

  it.each([
    ['an empty site', () => ({ '/': '<!doctype html><div id="root"></div>' }), '', /no text without JavaScript/],
    [
      'a blocked site',
      () => ({ '/': sitePage(englishText), '/robots.txt': 'User-agent: *\nDisallow: /' }),
      '',
      /robots/,
    ],
    ['a model that writes nonsense', () => ({ '/': sitePage(englishText) }), 'No idea.', /without a proposal/],
    [
      'a site in German with prompts in English',
      () => ({ '/': sitePage(germanText) }),
      'de',
      /language en instead of de/,
    ],
  ])('ends in a message and the steps by hand for %s', async (_, pages, given, message) => {
    test.site.pages = pages()
    if (given === 'No idea.') reply = given
    const brand_id = await openReady()
    if (given === 'de') await page.getByLabel('Language').fill('de')
    await button(/^Suggest for at most/).click()
    const note = page.getByRole('alert').filter({ hasText: 'No suggestions' })
    await note.getByText(message).waitFor()
    expect(await note.innerText()).not.toContain('sightline')
    await button('Add prompts').waitFor()
    await button('Add competitor').waitFor()
    expect(await stored(brand_id)).toEqual({ prompts: [], competitors: [] })
    // The next attempt starts from the form.
    await button('Suggest from website').click()
    await button(/^Suggest for at most/).waitFor()
  })

  it('notes that prompts are not in the language of the site', async () => {
    test.site.pages = { '/': sitePage(germanText) }
    await openReady()
    await button(/^Suggest for at most/).click()
    await page.getByText(/The site is in de, the prompts in en/).waitFor()
  })

  it('offers editors only the steps by hand', async () => {
    const brand_id = await openReady()
    await test.operate('create-person', { workspace_id, email: 'editor@example.com', name: 'Eve', role: 'editor' })
    const other = await (await console.signIn('editor@example.com')).newPage()
    await other.goto(`${console.url}/${workspace_id}/${brand_id}/start`)
    await isRead(other)
    await other.getByRole('button', { name: 'Add prompts' }).waitFor()
    expect(await other.getByText('Suggest from website').count()).toBe(0)
  })
})
