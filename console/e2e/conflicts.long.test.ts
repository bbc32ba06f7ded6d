import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('two tabs that edit the same resource', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('admin')
  })
  afterAll(() => ours?.close())

  it('never overwrite: the second one sees both versions and decides', async () => {
    const first = await ours.open('admin', 'settings')
    const second = await ours.open('admin', 'settings')
    await first.getByLabel('Name', { exact: true }).fill('Acme of the first')
    await second.getByLabel('Name', { exact: true }).fill('Acme of the second')
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
    await first.getByRole('button', { name: 'Save' }).click()
    const conflict = first.getByRole('alert')
    await conflict.getByText('Someone else changed this').waitFor()
    expect(await conflict.getByRole('row', { name: /^Name/ }).innerText()).toMatch(
      /Acme of the second\s+Acme of the first/,
    )
    const nameNow = async () => {
      const brands = await ours.test.operate<{ id: string; name: string }[]>('list-brands', {
        workspace_id: ours.fixture.workspaceId,
      })
      return brands.find(({ id }) => id === ours.brandId)?.name
    }
    expect(await nameNow()).toBe('Acme of the second')
    // The draft survives a reload, and still overwrites nothing.
    await first.reload()
    expect(await first.getByLabel('Name', { exact: true }).inputValue()).toBe('Acme of the first')
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByRole('button', { name: 'Keep my version' }).click()
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
    expect(await nameNow()).toBe('Acme of the first')
  })

  it('merge different product fields, and show conflicts with option labels', async () => {
    const [first, second] = [
      await ours.open('admin', 'knowledge?tab=products'),
      await ours.open('admin', 'knowledge?tab=products'),
    ] as const
    for (const page of [first, second]) await page.getByRole('button', { name: 'Edit Trail boots' }).click()
    await second.getByLabel('Category').selectOption('None')
    await second.getByLabel('Type').selectOption('Service')
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    await first.getByLabel('Type').selectOption('Category')
    await first.getByLabel('Description').fill('Light and dry')
    await first.getByRole('button', { name: 'Save' }).click()
    const conflict = first.getByRole('alert')
    await conflict.getByText('Someone else changed this').waitFor()
    expect(await conflict.getByRole('row', { name: /^Type/ }).innerText()).toMatch(/Service\s+Category/)
    expect(await conflict.getByRole('row', { name: /^Category/ }).count()).toBe(0)
    await conflict.getByRole('button', { name: 'Keep my version' }).click()
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByRole('dialog').waitFor({ state: 'detached' })
    const { data } = await ours.v1<{ name: string }[]>('products?limit=100')
    expect(data.find(({ name }) => name === 'Trail boots')).toMatchObject({
      ...{ kind: 'category', description: 'Light and dry', parent_product_id: null },
    })
  })

  it('keep both versions of a competitor', async () => {
    const [first, second] = [await ours.open('admin', 'competitors'), await ours.open('admin', 'competitors')]
    for (const page of [first, second]) await page.getByRole('button', { name: 'Edit Umbrella' }).click()
    await second.getByLabel('Other names').fill('Umbra')
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByText('also Umbra').waitFor()
    await first.getByLabel('Other names').fill('Brolly')
    await first.getByRole('button', { name: 'Save' }).click()
    const conflict = first.getByRole('alert')
    expect(await conflict.getByRole('row', { name: /^Other names/ }).innerText()).toMatch(/Umbra\s+Brolly/)
    await conflict.getByRole('button', { name: 'Use their version' }).click()
    expect(await first.getByLabel('Other names').inputValue()).toBe('Umbra')
  })

  type Form = [
    of: string,
    path: () => string,
    open: string | undefined,
    field: string,
    save: string,
    mine?: string,
    theirs?: string,
  ]
  const forms: Form[] = [
    ['a webhook', () => `/settings/webhooks/${webhookId}`, 'Edit', 'Name', 'Save'],
    ['a writing style', () => 'knowledge?tab=styles', 'Edit Guide', 'Tone description', 'Save'],
    ['a suggestion', () => 'knowledge?tab=alignment', 'Edit Are boots warm?', 'Markets', 'Save', 'DE', 'FR'],
    ['a budget', () => 'collection?tab=plan', undefined, 'US dollars per month', 'Set budget'],
    ['the account name', () => '/settings/account', undefined, 'Name', 'Save'],
  ]
  let webhookId: string

  it.each(forms)(
    'keep %s with a draft that survived a reload',
    async (_, path, open, field, save, mine = '7', theirs = '8') => {
      const { test, fixture } = ours
      webhookId ??= (
        await test.operate('create-webhook', {
          ...{ workspace_id: fixture.workspaceId, name: 'Warehouse', url: 'https://hooks.example/a' },
          events: ['import.completed'],
        })
      ).id
      const [first, second] = [await ours.open('admin', path()), await ours.open('admin', path())]
      const typed = (page: Page) => page.getByLabel(field, { exact: true })
      const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
      for (const [page, text] of [
        [first, mine],
        [second, theirs],
      ] as const) {
        if (open !== undefined) await press(page, open)
        await typed(page).fill(text)
      }
      const saved = second.waitForResponse(
        (response) => response.request().headers()['if-match'] !== undefined && response.ok(),
      )
      await press(second, save)
      await saved
      await first.reload()
      await isRead(first)
      if (open !== undefined) await press(first, open)
      expect(await typed(first).inputValue()).toBe(mine)
      await press(first, save)
      const conflict = first.getByRole('alert')
      await conflict.getByText('Someone else changed this').waitFor()
      expect(await conflict.getByRole('row', { name: new RegExp(`^${field}`) }).innerText()).toMatch(
        new RegExp(`${theirs}\\s+${mine}$`),
      )
      const isInSight = await conflict.evaluate((node) => {
        const { left, top } = node.getBoundingClientRect()
        return node.contains(document.elementFromPoint(left + 20, top + 20))
      })
      expect(isInSight).toBe(true)
      await press(first, 'Use their version')
      expect(await typed(first).inputValue()).toBe(theirs)
      await Promise.all([first, second].map((page) => page.close()))
    },
  )

  it('never store a Slack webhook URL, which is a secret, in a draft', async () => {
    const { id } = await ours.test.operate('create-webhook', {
      ...{ workspace_id: ours.fixture.workspaceId, name: 'Channel', kind: 'slack' },
      ...{ url: 'https://hooks.slack.example/services/T1/B1/former', events: ['import.completed'] },
    })
    const page = await ours.open('admin', `/settings/webhooks/${id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Our channel')
    await page.getByLabel('URL').fill('https://hooks.slack.example/services/T1/B1/later')
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('later')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('https://hooks.slack.example/…ater').waitFor()
    await page.getByRole('heading', { name: 'Our channel' }).waitFor()
    await page.close()
  })

  it('show an invalid budget and an invalid city at their fields', async () => {
    const page = await ours.open('admin', 'collection?tab=plan')
    const field = page.getByLabel('US dollars per month')
    await field.fill('-5')
    await page.getByRole('button', { name: 'Set budget' }).click()
    await page.getByText('US dollars per month must be a number from 0 to 1000000').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('5')
    expect(await field.getAttribute('aria-invalid')).toBe('false')
    await page.getByRole('link', { name: 'Providers' }).click()
    await page.getByRole('button', { name: 'Add provider' }).click()
    const dialog = page.getByRole('dialog')
    const add = dialog.getByRole('button', { name: 'Add', exact: true })
    const city = dialog.getByLabel('City')
    await dialog.getByLabel('API key').fill('sk-hamburg')
    await dialog.getByLabel('Name', { exact: true }).fill('From Hamburg')
    await dialog.getByLabel('Web search').selectOption('If the model decides to')
    await city.fill('Hamburg')
    await add.click()
    const reason = dialog.getByRole('alert')
    expect(await reason.innerText()).toBe('City must be a market and a city, such as DE:Hamburg')
    expect(await city.getAttribute('aria-errormessage')).toBe(await reason.getAttribute('id'))
    // Other providers offer no choice, and get none that was made for the one before.
    await dialog.getByLabel('Provider').selectOption('Mistral')
    expect(await city.count()).toBe(0)
    await dialog.getByLabel('Provider').selectOption('xAI')
    expect(await dialog.getByLabel('Web search').count()).toBe(0)
    await dialog.getByLabel('Provider').selectOption('Anthropic')
    await city.fill('DE:Hamburg')
    await add.click()
    await page.getByRole('row', { name: 'From Hamburg' }).waitFor()
    const sources = await ours.test.operate<{ name: string }[]>('list-sources', {
      workspace_id: ours.fixture.workspaceId,
    })
    const added = { kind: 'anthropic', search: null, city: 'DE:Hamburg' }
    expect(sources.find(({ name }) => name === 'From Hamburg')).toMatchObject(added)
    await page.close()
  })
})
