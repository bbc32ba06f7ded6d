import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('a draft in a dialog', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('editor', 'admin')
  })
  afterAll(() => ours?.close())

  async function again(page: Page, button: string): Promise<void> {
    await page.reload()
    await isRead(page)
    await page.getByRole('button', { name: button }).click()
  }

  it('of a competitor survives a reload and an error, and is deleted once sent', async () => {
    const page = await ours.open('editor', 'competitors')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add competitor' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Umbrella Two')
    await dialog.getByLabel('Other names').fill('Brolly Two')
    await dialog.getByLabel('Website').fill('https://not an address')
    await dialog.getByLabel('Match case').check()
    await again(page, 'Add competitor')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    await again(page, 'Add competitor')
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Umbrella Two')
    expect(await dialog.getByLabel('Match case').isChecked()).toBe(true)
    await dialog.getByLabel('Website').fill('https://umbrella-two.example')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('also Brolly Two').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await again(page, 'Edit Umbrella Two')
    await dialog.getByLabel('Other names').fill('Brolly Two, Parasol')
    await again(page, 'Edit Umbrella Two')
    expect(await dialog.getByLabel('Other names').inputValue()).toBe('Brolly Two, Parasol')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit Umbrella Two' }).click()
    expect(await dialog.getByLabel('Other names').inputValue()).toBe('Brolly Two')
    await again(page, 'Add competitor')
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('')
    await page.close()
  })

  it('of a product survives the end of the session', async () => {
    const page = await ours.open('editor', 'knowledge?tab=products')
    const dialog = page.getByRole('dialog', { name: 'Add product' })
    await page.getByRole('button', { name: 'Add product' }).click()
    await dialog.getByLabel('Name').fill('Beeswax')
    await dialog.getByLabel('Category').selectOption('Footwear')
    await dialog.getByLabel('Description').fill('Keeps boots dry')
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor()
    await page.context().addCookies(cookies)
    await again(page, 'Add product')
    expect(await dialog.getByLabel('Description').inputValue()).toBe('Keeps boots dry')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Edit Beeswax' }).waitFor()
    const { data } = await ours.v1<{ name: string; parent_product_id: string | null }[]>('products?limit=100')
    const idOf = (name: string) => ours.fixture.ids.product_id?.[name === 'Footwear' ? 1 : 0]
    expect(data.find(({ name }) => name === 'Beeswax')?.parent_product_id).toBe(idOf('Footwear'))
    await page.close()
  })

  it('of selected prompts and of a suggestion survives a reload and an error', async () => {
    const page = await ours.open('editor', 'prompts')
    const dialog = page.getByRole('dialog')
    const choose = async () => {
      await page
        .getByRole('table', { name: 'Prompts' })
        .getByRole('checkbox', { name: /^Select: / })
        .first()
        .check()
      await page.getByRole('button', { name: 'Topic, tags, markets…' }).click()
    }
    await choose()
    await dialog.getByLabel('Markets').fill('Mars')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    await page.reload()
    await isRead(page)
    await choose()
    expect(await dialog.getByLabel('Markets').inputValue()).toBe('Mars')
    await dialog.getByLabel('Markets').fill('DE')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('region', { name: 'Selected prompts' }).waitFor({ state: 'detached' })
    await choose()
    expect(await dialog.getByLabel('Markets').inputValue()).toBe('')
    await page.goto(page.url().replace('/prompts', '/knowledge?tab=alignment'))
    await page.getByRole('button', { name: 'Suggest prompt' }).click()
    await dialog.getByLabel('Prompt', { exact: true }).fill('Which wax?')
    await again(page, 'Suggest prompt')
    expect(await dialog.getByLabel('Prompt', { exact: true }).inputValue()).toBe('Which wax?')
    await page.close()
  })

  const forms = [
    ['a plan', 'editor', 'collection', 'Add engine', { Markets: 'DE, FR', 'Times per day': '3' }],
    ['a provider', 'admin', 'collection?tab=sources', 'Add provider', { Name: 'Ours', Model: 'gpt-5' }],
    ['a log drain', 'admin', 'settings', 'Add log drain', { Name: 'Web server in Oslo' }],
    ['a key', 'admin', '/settings/keys', 'Create API key', { Name: 'Monthly report' }],
    ['a webhook', 'admin', '/settings/webhooks', 'Add webhook', { Name: 'Warehouse' }],
    ['an invitation', 'admin', '/settings/members', 'Invite a member', { Email: 'new@example.com' }],
  ] as const
  it.each(forms)('of %s survives a reload, and is deleted on cancel', async (_, role, path, button, typed) => {
    const page = await ours.open(role, path)
    const dialog = page.getByRole('dialog')
    const fields = Object.entries(typed)
    const values = () => Promise.all(fields.map(([label]) => dialog.getByLabel(label, { exact: true }).inputValue()))
    await page.getByRole('button', { name: button }).click()
    const before = await values()
    for (const [label, value] of fields) await dialog.getByLabel(label, { exact: true }).fill(value)
    await again(page, button)
    expect(await values()).toEqual(fields.map(([, value]) => value))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: button }).click()
    expect(await values()).toEqual(before)
    await page.close()
  })

  it('of a provider is stored without its API key', async () => {
    const page = await ours.open('admin', 'collection?tab=sources')
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByRole('dialog').getByLabel('API key').fill('sk-nobody-else')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Ours')
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sk-nobody-else')
    await again(page, 'Add provider')
    expect(await page.getByRole('dialog').getByLabel('API key').inputValue()).toBe('')
    await page.close()
  })
})

describe.runIf(hasBrowser)('a user’s drafts', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('editor', 'admin')
  })
  afterAll(() => ours?.close())

  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add competitor' })
  const typed = (page: Page) => dialog(page).getByLabel('Name', { exact: true })
  const begin = (page: Page) => page.getByRole('button', { name: 'Add competitor' }).click()
  /** Opens a page in a new context and types something without sending it. */
  async function type(): Promise<Page> {
    const page = await (await ours.signIn('editor@example.com')).newPage()
    await page.goto(`${ours.url}/${ours.fixture.workspaceId}/${ours.brandId}/competitors`)
    await isRead(page)
    await begin(page)
    await typed(page).fill('Private draft')
    return page
  }
  const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

  it('are deleted when the user signs out', async () => {
    const page = await type()
    const address = page.url()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'editor' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/sign-in/)
    expect(await stored(page)).not.toContain('Private draft')
    await ours.signInAgain('editor@example.com', page.context())
    await page.goto(address)
    await isRead(page)
    await begin(page)
    expect(await typed(page).inputValue()).toBe('')
    await page.context().close()
  })

  it('survive an expired session for the same user, and are deleted for another one', async () => {
    const page = await type()
    const address = page.url()
    const signInAs = async (email: string) => {
      await page.context().clearCookies()
      await page.reload()
      await page.waitForURL(/sign-in/)
      await ours.signInAgain(email, page.context())
      await page.goto(address)
      await isRead(page)
      await begin(page)
    }
    await signInAs('editor@example.com')
    expect(await typed(page).inputValue()).toBe('Private draft')
    await signInAs('admin@example.com')
    expect(await typed(page).inputValue()).toBe('')
    expect(await stored(page)).not.toContain('Private draft')
    await signInAs('editor@example.com')
    expect(await typed(page).inputValue()).toBe('')
    await page.context().close()
  })

  it('are removed from an open page if another user signs in in another tab', async () => {
    const page = await type()
    await page.context().clearCookies()
    await ours.signInAgain('admin@example.com', page.context())
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await dialog(page).waitFor({ state: 'detached' })
    await isRead(page)
    expect(await stored(page)).not.toContain('Private draft')
    expect(new URL(page.url()).pathname).toBe('/')
    await page.context().close()
  })
})

describe.runIf(hasBrowser)('an API key', () => {
  it('is limited to the selected brands', async () => {
    const ours = await openFilledConsole('admin')
    const page = await ours.open('admin', '/settings/keys')
    await page.getByRole('button', { name: 'Create API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Only one')
    const [, second] = await dialog
      .getByRole('group', { name: /^Brands\./ })
      .getByRole('checkbox')
      .all()
    await second?.check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Secret of Only one').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page
      .getByRole('row', { name: /^Only one/ })
      .getByText('1 brand')
      .waitFor()
    await ours.close()
  })
})
