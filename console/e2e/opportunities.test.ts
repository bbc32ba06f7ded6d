import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole } from '../testing/open-console.ts'

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
  const drawer = (page: Page) => page.getByRole('dialog', { name: row.title })

  it('take comments, whose draft survives a reload', async () => {
    const page = await ours.open('editor', `opportunities?opportunity=${row.id}`)
    await drawer(page).getByLabel('New comment').fill('Ask Jo\nfor numbers')
    await page.reload()
    await isRead(page)
    await drawer(page).getByRole('button', { name: 'Add comment' }).click()
    await drawer(page).getByRole('listitem').filter({ hasText: 'Ask Jo for numbers' }).waitFor()
    expect(await drawer(page).getByLabel('New comment').inputValue()).toBe('')
    await page.close()
  })

  it('are read-only for viewers', async () => {
    const page = await ours.open('viewer', `opportunities?opportunity=${row.id}`)
    await drawer(page).getByText('Ask Jo').waitFor()
    expect(await drawer(page).getByRole('button').allInnerTexts()).toEqual([''])
    await page.close()
  })
})
