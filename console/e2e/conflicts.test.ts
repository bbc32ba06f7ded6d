import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledConsole, hasBrowser, openFilledConsole } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('two tabs that change the same thing', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('admin')
  })
  afterAll(() => ours?.close())

  it('overwrite nothing: both are shown, and whoever came second decides', async () => {
    const first = await ours.open('admin', 'settings')
    const second = await ours.open('admin', 'settings')
    await first.getByLabel('Name', { exact: true }).fill('Acme of the first')
    await second.getByLabel('Name', { exact: true }).fill('Acme of the second')
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByRole('button', { name: 'Leave it as it is' }).waitFor({ state: 'detached' })
    await first.getByRole('button', { name: 'Save' }).click()
    const conflict = first.getByRole('alert')
    await conflict.getByText('Somebody else has changed this meanwhile').waitFor()
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
    // Its draft outlives a reload, and still overwrites nothing.
    await first.reload()
    expect(await first.getByLabel('Name', { exact: true }).inputValue()).toBe('Acme of the first')
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByRole('button', { name: 'Keep mine' }).click()
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByRole('button', { name: 'Leave it as it is' }).waitFor({ state: 'detached' })
    expect(await nameNow()).toBe('Acme of the first')
  })

  it('change a product field by field, and its conflict names what was chosen in words', async () => {
    const [first, second] = [
      await ours.open('admin', 'knowledge?tab=products'),
      await ours.open('admin', 'knowledge?tab=products'),
    ] as const
    for (const page of [first, second]) await page.getByRole('button', { name: 'Edit Trail boots' }).click()
    await second.getByLabel('Inside of').selectOption('Nothing')
    await second.getByLabel('Kind').selectOption('Service')
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    await first.getByLabel('Kind').selectOption('Category')
    await first.getByLabel('Description').fill('Light and dry')
    await first.getByRole('button', { name: 'Save' }).click()
    const conflict = first.getByRole('alert')
    await conflict.getByText('Somebody else has changed this meanwhile').waitFor()
    expect(await conflict.getByRole('row', { name: /^Kind/ }).innerText()).toMatch(/Service\s+Category/)
    expect(await conflict.getByRole('row', { name: /^Inside of/ }).count()).toBe(0)
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByRole('dialog').waitFor({ state: 'detached' })
    const { data } = await ours.v1<{ name: string }[]>('products?limit=100')
    expect(data.find(({ name }) => name === 'Trail boots')).toMatchObject({
      ...{ kind: 'category', description: 'Light and dry', parent_product_id: null },
    })
  })

  it('lose nothing of a competitor either', async () => {
    const [first, second] = [await ours.open('admin', 'competitors'), await ours.open('admin', 'competitors')]
    for (const page of [first, second]) await page.getByRole('button', { name: 'Edit Umbrella' }).click()
    await second.getByLabel('Other names').fill('Umbra')
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByText('also Umbra').waitFor()
    await first.getByLabel('Other names').fill('Brolly')
    await first.getByRole('button', { name: 'Save' }).click()
    const conflict = first.getByRole('alert')
    expect(await conflict.getByRole('row', { name: /^Other names/ }).innerText()).toMatch(/Umbra\s+Brolly/)
    await conflict.getByRole('button', { name: 'Take what is there' }).click()
    expect(await first.getByLabel('Other names').inputValue()).toBe('Umbra')
  })
})
