import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FilledConsole,
  hasBrowser,
  isRead,
  isWithinWindow,
  openFilledConsole,
  watch,
} from '../testing/open-console.ts'

interface Row {
  id: string
  title: string
  owner_name: string | null
  due_on: string | null
}

describe.runIf(hasBrowser)('opportunities', () => {
  let ours: FilledConsole
  let row: Row

  beforeAll(async () => {
    ours = await openFilledConsole('editor', 'viewer')
    row = (await list('?state=open&owner=none'))[0] as Row
  })
  afterAll(() => ours?.close())

  const list = async (query: string) => (await ours.v1<Row[]>(`opportunities${query}`)).data
  const now = async () => (await list('?limit=100')).find(({ id }) => id === row.id)
  // Titles repeat.
  const linkOf = (page: Page) => page.locator(`main [data-opens="${row.id}"]`)
  /** Next to the list, or over it in narrow windows. */
  const detail = (page: Page) =>
    page.getByRole('complementary', { name: row.title }).or(page.getByRole('dialog', { name: row.title }))

  it('are assigned with the key A and shown as overdue in words', async () => {
    const page = await ours.open('editor', 'opportunities')
    const seen = watch(page)
    await linkOf(page).focus()
    await page.keyboard.press('a')
    await detail(page).getByRole('button', { name: 'Assign to me' }).click()
    await detail(page).getByLabel('Due date').fill('2026-06-01')
    await detail(page).getByRole('button', { name: 'Save' }).click()
    await detail(page).getByText('Overdue').waitFor()
    expect(await now()).toMatchObject({ owner_name: 'editor', due_on: '2026-06-01' })
    const filter = page.locator('main').getByLabel('Owner').first()
    await filter.selectOption('Mine')
    await expect.poll(() => page.locator('main .row-link').allInnerTexts()).toEqual([row.title])
    await linkOf(page).waitFor()
    await page.reload()
    await isRead(page)
    expect(await page.locator('main tbody tr').innerText()).toMatch(/Overdue \(due 1 Jun( 2026)?\)/)
    await filter.selectOption('Opportunity owner')
    await expect.poll(() => linkOf(page).count()).toBe(0)
    expect(seen).toEqual([])
    await page.close()
  })

  it('show both versions if two members assign the same one', async () => {
    const pages = [
      await ours.open('editor', `opportunities?opportunity=${row.id}`),
      await ours.open('editor', `opportunities?opportunity=${row.id}`),
    ] as const
    const [first, second] = pages.map(detail) as [Locator, Locator]
    await first.getByLabel('Owner').selectOption('viewer')
    await second.getByLabel('Owner').selectOption('Opportunity owner')
    await second.getByRole('button', { name: 'Save' }).click()
    await expect.poll(now).toMatchObject({ owner_name: 'Opportunity owner' })
    await first.getByRole('button', { name: 'Save' }).click()
    const conflict = first.getByRole('alert')
    await conflict.getByText('Someone else changed this').waitFor()
    expect(await conflict.getByRole('row', { name: /^Owner/ }).innerText()).toMatch(/Opportunity owner\s+viewer/)
    await conflict.getByRole('button', { name: 'Use their version' }).click()
    expect(await now()).toMatchObject({ owner_name: 'Opportunity owner' })
    for (const page of pages) await page.close()
  })

  it('take comments, whose draft survives a reload', async () => {
    const page = await ours.open('editor', `opportunities?opportunity=${row.id}`)
    await detail(page).getByLabel('New comment').fill('Ask Jo\nfor numbers')
    await page.reload()
    await isRead(page)
    await detail(page).getByRole('button', { name: 'Add comment' }).click()
    await detail(page).getByRole('listitem').filter({ hasText: 'Ask Jo for numbers' }).waitFor()
    expect(await detail(page).getByLabel('New comment').inputValue()).toBe('')
    await page.close()
  })

  it('are read-only for viewers', async () => {
    const page = await ours.open('viewer', `opportunities?opportunity=${row.id}`)
    await detail(page).getByText('Ask Jo').waitFor()
    expect(await detail(page).getByRole('button').allInnerTexts()).toEqual(['Brief'])
    await page.close()
  })

  it('open over the list in narrow windows, and return the focus', async () => {
    const page = await ours.open('viewer', 'opportunities')
    await page.setViewportSize({ width: 1024, height: 800 })
    await linkOf(page).click()
    await page.getByRole('dialog', { name: row.title }).getByText('How to do it').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => linkOf(page).evaluate((link) => link === document.activeElement)).toBe(true)
    await page.close()
  })

  it('are on a board by progress', async () => {
    const page = await ours.open('editor', 'opportunities?view=board')
    const lane = (name: string) =>
      page.locator('main section', { has: page.locator('h2', { hasText: name }) }).locator(`[data-opens="${row.id}"]`)
    await lane('To do').click()
    await page.getByRole('dialog', { name: row.title }).getByRole('button', { name: 'Start', exact: true }).click()
    await lane('Doing').waitFor({ state: 'attached' })
    await page.getByRole('dialog').getByText('Doing', { exact: true }).waitFor()
    await page.close()
  })

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('are accessible and fit: %s, %i px', async (colorScheme, width) => {
    const page = await ours.open('editor', 'opportunities')
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const open of [false, true]) {
      if (open) await linkOf(page).click()
      if (open) await detail(page).getByText('Ask Jo').waitFor()
      await isWithinWindow(page)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    }
    await page.close()
  })
})
