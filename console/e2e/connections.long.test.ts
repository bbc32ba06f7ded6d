import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EmulatedServices, googleError, startEmulatedServices } from '../../demo/emulator/connected-services.ts'
import { startTestApp, type TestApp } from '../../src/testing/test-app.ts'
import { hasBrowser, isRead, type OpenConsole, openConsole, rowsOf, watch } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('connections', () => {
  const roles = ['admin', 'editor', 'viewer'] as const
  const property = 'sc-domain:zuvari.example'
  const credential = { client_id: 'client', client_secret: 'secret-of-client', refresh_token: 'refresh-1' }
  let services: EmulatedServices
  let test: TestApp
  let console: OpenConsole
  let workspace_id: string
  let brand_id: string
  const windows = new Map<string, Awaited<ReturnType<OpenConsole['signIn']>>>()

  beforeAll(async () => {
    services = await startEmulatedServices()
    test = await startTestApp({ FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${services.port}` })
    workspace_id = (await test.operate('create-workspace', { name: 'Ours' })).id
    console = await openConsole(test)
    for (const role of roles) {
      const email = `${role}@example.com`
      await test.operate('create-person', { workspace_id, email, name: role, role })
      windows.set(role, await console.signIn(email))
    }
  })
  afterAll(async () => {
    await console?.close()
    await test?.close()
    await services?.close()
  })
  beforeEach(async () => {
    brand_id = (await test.operate('create-brand', { workspace_id, name: 'Zuvari' })).id
  })
  afterEach(() => {
    services.intercept = () => undefined
  })

  async function open(role: (typeof roles)[number]): Promise<Page> {
    const page = (await windows.get(role)?.newPage()) as Page
    await page.goto(`${console.url}/${workspace_id}/${brand_id}/ai-traffic?tab=connections`)
    await isRead(page)
    return page
  }

  const connect = () =>
    test.operate('create-connection', {
      ...{ brand_id, kind: 'gsc', property, base_url: services.origin },
      credential: JSON.stringify(credential),
    })
  const listed = () => test.operate<{ kind: string; property: string }[]>('list-connections', { brand_id })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const state = (page: Page, text: string) => page.getByRole('cell', { name: text })

  it('are added by an admin, with errors at their fields, and synced', async () => {
    const page = await open('admin')
    const seen = watch(page)
    await page.getByText('No connections yet').waitFor()
    await button(page, 'Add connection').click()
    await page.getByLabel('Property').fill('zuvari.example')
    await page.getByLabel('JSON credential').fill(JSON.stringify(credential, null, 2))
    await page.getByLabel('Base URL').fill(services.origin)
    await button(page, 'Connect').click()
    await page.getByText(/must be sc-domain:example\.com/).waitFor()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    await page.getByLabel('Property').fill(property)
    await button(page, 'Connect').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await state(page, 'Synced').waitFor()
    expect(await listed()).toMatchObject([{ kind: 'gsc', property, status: 'synced' }])
    const [[service, shown, rows] = []] = await rowsOf(page, 'Connections')
    expect([service, shown]).toEqual(['Google Search Console', 'Synced'])
    expect(rows).not.toBe('0')
    // Only the refused form is an error of the browser.
    expect(seen.filter((line) => !line.includes('400'))).toEqual([])
    // A brand has one connection of each kind.
    await button(page, 'Add connection').click()
    expect(await page.getByLabel('Service').locator('option').allTextContents()).toEqual([
      'Google Analytics 4',
      'Bing Webmaster Tools',
    ])
    await page.getByLabel('Service').selectOption('Bing Webmaster Tools')
    await page.getByLabel('Property').fill('https://zuvari.example/')
    await page.getByLabel('API key').fill(services.bingKey)
    await page.getByLabel('Base URL').fill(services.origin)
    await button(page, 'Connect').click()
    await page.getByRole('row', { name: /Bing Webmaster Tools.*Synced/ }).waitFor()
    await page.close()
  })

  it('keep an unsent form, but never its credential', async () => {
    const page = await open('admin')
    await button(page, 'Add connection').click()
    await page.getByLabel('Property').fill(property)
    await page.getByLabel('JSON credential').fill(JSON.stringify(credential))
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('secret-of-client')
    await page.keyboard.press('Escape')
    await button(page, 'Add connection').click()
    expect(await page.getByLabel('Property').inputValue()).toBe(property)
    expect(await page.getByLabel('JSON credential').inputValue()).toBe('')
    await button(page, 'Cancel').click()
    await page.close()
  })

  it('show why a sync failed, and sync again on request of an editor', async () => {
    services.intercept = ({ path }) =>
      path.startsWith('/sites/')
        ? googleError(403, 'PERMISSION_DENIED', 'forbidden', 'No permission for this site')
        : undefined
    await connect()
    const page = await open('editor')
    await state(page, 'Access required').waitFor()
    await page.getByText(/give the account access/).waitFor()
    await page.getByRole('cell', { name: 'Never' }).waitFor()
    services.intercept = () => undefined
    await button(page, 'Sync now: Google Search Console').click()
    await state(page, 'Synced').waitFor()
    expect(await page.getByText('give the account access').count()).toBe(0)
    expect(await page.getByRole('cell', { name: 'Never' }).count()).toBe(0)
    await page.close()
  })

  it('show queries that are not prompts, and add one in one click', async () => {
    await test.operate('create-prompt', { brand_id, text: 'best anvils' })
    const file = 'Grounding query,Citations\nBest anvils,20\nwhich anvil lasts,12\n'
    await test.operate('import-first-party', { brand_id, kind: 'bing-ai' }, Buffer.from(file))
    const page = await open('editor')
    const rows = async () =>
      (await rowsOf(page, 'Observed queries')).map(([query, cited, , action]) => [query, cited, action])
    await button(page, 'Add as prompt: which anvil lasts').waitFor()
    expect(await rows()).toEqual([
      ['Best anvils', '20', 'Tracked prompt'],
      ['which anvil lasts', '12', 'Add as prompt'],
    ])
    await button(page, 'Add as prompt: which anvil lasts').click()
    await button(page, 'Add as prompt: which anvil lasts').waitFor({ state: 'detached' })
    expect((await rows()).map(([, , action]) => action)).toEqual(['Tracked prompt', 'Tracked prompt'])
    const prompts = await test.operate<{ text: string }[]>('list-prompts', { brand_id })
    expect(prompts.map(({ text }) => text).sort()).toEqual(['best anvils', 'which anvil lasts'])
    const viewer = await open('viewer')
    await state(viewer, 'which anvil lasts').waitFor()
    expect(await button(viewer, 'Add as prompt: which anvil lasts').count()).toBe(0)
    await page.close()
    await viewer.close()
  })

  it('are deleted after confirmation', async () => {
    await connect()
    const page = await open('admin')
    await button(page, 'Delete Google Search Console').click()
    await button(page, 'Cancel').click()
    expect(await listed()).toHaveLength(1)
    await button(page, 'Delete Google Search Console').click()
    await page.getByText('Rows from earlier syncs are kept').waitFor()
    await button(page, 'Delete').click()
    await page.getByText('No connections yet').waitFor()
    expect(await listed()).toEqual([])
    await page.close()
  })

  it('offer each role what it can do', async () => {
    await connect()
    const offered = async (role: (typeof roles)[number]) => {
      const page = await open(role)
      await page.getByText(property).waitFor()
      const names = ['Add connection', 'Sync now: Google Search Console', 'Delete Google Search Console']
      const found = await Promise.all(names.map((name) => button(page, name).count()))
      await page.close()
      return found
    }
    expect(await offered('admin')).toEqual([1, 1, 1])
    expect(await offered('editor')).toEqual([0, 1, 0])
    expect(await offered('viewer')).toEqual([0, 0, 0])
  })
})
