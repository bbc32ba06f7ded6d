import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('errors', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('owner', 'editor')
  })
  afterAll(() => ours?.close())

  const dialog = (page: Page) => page.getByRole('dialog')
  async function typeCompetitor(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Add competitor' }).click()
    await dialog(page).getByLabel('Name', { exact: true }).fill(name)
    await dialog(page).getByLabel('Website').fill(`${name.toLowerCase()}.example`)
  }
  const add = (page: Page) => dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  const competitors = async (name: string) =>
    (await ours.v1<{ name: string }[]>('competitors')).data.filter((one) => one.name === name)

  it('keeps input while the server is unreachable, and writes once when it is back', async () => {
    const page = await ours.open('editor', 'competitors')
    await typeCompetitor(page, 'Umbra')
    await page.context().setOffline(true)
    await add(page)
    await dialog(page).getByText('Cannot reach the server').waitFor()
    expect(await dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Umbra')
    await page.context().setOffline(false)
    await add(page)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await competitors('Umbra')).toHaveLength(1)
    await page.close()
  })

  it('reports a deleted brand in an open form and at its URL', async () => {
    const { id } = await ours.test.operate<{ id: string }>('create-brand', {
      workspace_id: ours.fixture.workspaceId,
      name: 'Short-lived',
    })
    const page = await ours.open('owner', `/${id}/competitors`)
    await typeCompetitor(page, 'Nova')
    await ours.test.operate('delete-brand', { brand_id: id })
    await add(page)
    await dialog(page).getByText('Not found').waitFor()
    expect(await dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Nova')
    await page.reload()
    await isRead(page)
    await page.getByRole('alert').getByText('It was deleted, or you don’t have access.').waitFor()
    await page.getByRole('link', { name: 'Go to home page' }).click()
    await page.waitForURL((address) => !address.pathname.includes(id))
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.close()
  })

  describe('for a member whose role is lowered', () => {
    const email = 'lowered@example.com'
    const setRole = (role: string) =>
      ours.test.operate('update-person', { workspace_id: ours.fixture.workspaceId, email, role })
    /** Lowers the role, which ends all sessions, then signs in again in another tab. */
    async function lower(window: BrowserContext): Promise<void> {
      await setRole('viewer')
      await ours.signInAgain(email, window)
    }
    const told = (page: Page) =>
      page.getByRole('alert').filter({ hasText: 'Your role in this workspace changed from editor to viewer' })
    let window: BrowserContext

    beforeAll(async () => {
      const person = { workspace_id: ours.fixture.workspaceId, email, name: 'Lowered', role: 'editor' }
      await ours.test.operate('create-person', person)
      window = await ours.signIn(email)
    })

    async function open(path: string): Promise<Page> {
      const page = await window.newPage()
      await page.goto(`${ours.url}/${ours.fixture.workspaceId}/${ours.brandId}/${path}`)
      await isRead(page)
      return page
    }

    it('rejects a write with the required role and who grants it, and keeps the input until then', async () => {
      const page = await open('competitors')
      await typeCompetitor(page, 'Vesper')
      await lower(window)
      await add(page)
      await dialog(page).getByText('You don’t have permission').waitFor()
      await dialog(page).getByText('This requires the editor role. Ask a workspace admin.').waitFor()
      expect(await dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Vesper')
      expect(await competitors('Vesper')).toEqual([])
      await page.reload()
      await isRead(page)
      await told(page).getByText('Vesper', { exact: false }).first().waitFor()
      expect(await page.getByRole('button', { name: 'Add competitor' }).count()).toBe(0)
      await setRole('editor')
      await ours.signInAgain(email, window)
      await page.reload()
      await isRead(page)
      expect(await page.getByRole('alert').count()).toBe(0)
      await page.getByRole('button', { name: 'Add competitor' }).click()
      expect(await dialog(page).getByLabel('Website').inputValue()).toBe('vesper.example')
      await add(page)
      await dialog(page).waitFor({ state: 'detached' })
      expect(await competitors('Vesper')).toHaveLength(1)
      await page.close()
    })

    it('keeps the input of a form that the new role hides, and shows it on the page', async () => {
      const page = await open('knowledge?tab=alignment')
      await page.getByRole('button', { name: 'Add category' }).click()
      await dialog(page).getByLabel('Name').fill('Weatherproofing')
      await lower(window)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog(page).getByText('You don’t have permission').waitFor()
      expect(await dialog(page).getByLabel('Name').inputValue()).toBe('Weatherproofing')
      await page.reload()
      await told(page).getByText('Weatherproofing').waitFor()
      await told(page).getByRole('button', { name: 'Dismiss' }).click()
      await told(page).waitFor({ state: 'detached' })
      await page.reload()
      await isRead(page)
      expect(await told(page).count()).toBe(0)
      await page.close()
    })
  })

  it('tells a removed member about it and keeps the input', async () => {
    const person = { workspace_id: ours.fixture.workspaceId, email: 'removed@example.com' }
    await ours.test.operate('create-person', { ...person, name: 'Removed', role: 'editor' })
    const window = await ours.signIn(person.email)
    const page = await window.newPage()
    await page.goto(`${ours.url}/${ours.fixture.workspaceId}/${ours.brandId}/competitors`)
    await isRead(page)
    await typeCompetitor(page, 'Ember')
    await ours.test.operate('remove-person', person)
    await add(page)
    await dialog(page).getByText('It was deleted, or you don’t have access.').waitFor()
    expect(await dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Ember')
    await page.reload()
    await page.getByRole('alert').getByText('It was deleted, or you don’t have access.').waitFor()
    await window.close()
  })

  it('says how long to wait after too many requests, and keeps the input', async () => {
    const page = await ours.open('editor', 'competitors')
    await typeCompetitor(page, 'Lumen')
    const { limits } = ours.test.app.services
    const { count } = limits
    // A used-up window with seven seconds left.
    limits.count = async (limitClass, caller) => ({
      ...(await count(limitClass, caller)),
      ...(limitClass === 'write' ? { exceeded: true, remaining: 0, resetSeconds: 7 } : {}),
    })
    await add(page)
    await dialog(page).getByText('Too many requests').waitFor()
    await dialog(page).getByText('Wait 7 seconds, then retry.').waitFor()
    limits.count = count
    expect(await competitors('Lumen')).toEqual([])
    await page.reload()
    await isRead(page)
    await page.getByRole('button', { name: 'Add competitor' }).click()
    expect(await dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Lumen')
    await add(page)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await competitors('Lumen')).toHaveLength(1)
    await page.close()
  })
})
