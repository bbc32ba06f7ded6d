import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../copy/roles.ts'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole, rowsOf } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('knowledge', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('editor', 'viewer')
  })
  afterAll(() => ours?.close())

  const openPage = (path: string, role: Role = 'editor') => ours.open(role, path)
  const v1 = async <T>(path: string): Promise<T> => (await ours.v1<T>(path)).data

  interface Document {
    id: string
    title: string
    status: string
    chunks: number
  }
  const states: Record<string, string> = { ready: 'Ready', failed: 'Failed' }

  it('shows the documents and search results of the API', async () => {
    const page = await openPage('knowledge')
    const documents = await v1<Document[]>('knowledge-documents')
    expect(documents.length).toBeGreaterThan(0)
    expect((await rowsOf(page, 'Documents')).map(([title, , state, chunks]) => [title, state, chunks])).toEqual(
      documents.map(({ title, status, chunks }) => [title, states[status], String(chunks)]),
    )
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('boots')
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    const passages = await v1<{ text: string }[]>('knowledge-documents/search?q=boots&limit=10')
    expect(passages.length).toBeGreaterThan(0)
    const found = page.locator('ol > li > p:first-child')
    await expect.poll(() => found.allTextContents()).toEqual(passages.map(({ text }) => text))
    // The URL holds the query.
    await page.reload()
    await isRead(page)
    expect(await found.allTextContents()).toEqual(passages.map(({ text }) => text))
    await page.close()
  })

  it('adds a file and a URL, explains errors, and deletes documents', async () => {
    const page = await openPage('knowledge')
    const add = async (title: string) => {
      await page.getByLabel('Title').fill(title)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('link', { name: title, exact: true }).waitFor()
    }
    const file = (name: string, buffer: Buffer) =>
      page.getByLabel('Drop a file here, or choose one').setInputFiles({ name, mimeType: '', buffer })
    await file('water_proofing.md', Buffer.from('# Wax\n\nZuvari wax keeps `<b onclick=x>boots</b>` dry.'))
    expect(await page.getByLabel('Title').inputValue()).toBe('water proofing')
    await add('Waterproofing')
    await page.getByLabel('Or a URL').fill(`${ours.test.site.website}/boots`)
    await add('Boots on the site')
    await page.getByRole('row', { name: /^Boots on the site.* Ready / }).waitFor()
    await page.getByLabel('Or a URL').fill(`${ours.test.site.website}/nowhere`)
    await page.getByLabel('Title').fill('Nowhere')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Failed: url: the server returned status 404').waitFor()
    await page.getByRole('link', { name: 'Waterproofing', exact: true }).click()
    await page
      .getByText(/Zuvari wax/)
      .last()
      .waitFor()
    const { id } = (await v1<Document[]>('knowledge-documents')).find(
      ({ title }) => title === 'Waterproofing',
    ) as Document
    const { raw_text } = await v1<{ raw_text: string }>(`knowledge-documents/${id}`)
    expect(raw_text).toContain('<b onclick=x>')
    expect(await page.getByRole('region', { name: 'Text' }).innerText()).toBe(raw_text)
    await page.getByRole('link', { name: 'All documents' }).click()
    await page.getByRole('button', { name: 'Delete Waterproofing' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const titles = async () => (await v1<Document[]>('knowledge-documents')).map(({ title }) => title)
    await expect.poll(titles).not.toContain('Waterproofing')
    expect(await titles()).toContain('Boots on the site')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByRole('link', { name: 'Waterproofing', exact: true }).count()).toBe(0)
    await page.close()
  })

  interface Style {
    name: string
    is_default: boolean
    surface: string
    tone_of_voice: { presets: string[] }
    writing_rules: { always_do: string[] }
    english_variant: string | null
  }

  it('shows the writing styles of the API, and creates, edits and deletes one', async () => {
    const page = await openPage('knowledge?tab=styles')
    const names = async () => (await v1<Style[]>('writing-styles?limit=100')).map(({ name }) => name).sort()
    const shown = async () => (await page.locator('article h3 > bdi').allInnerTexts()).sort()
    expect(await shown()).toEqual(await names())
    await page.getByRole('button', { name: 'Add writing style' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Guides')
    await dialog.getByLabel('Expert').check()
    await dialog.getByLabel('Always').fill('Give measures\n\nName sources\n')
    await dialog.getByLabel('English').selectOption('uk')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Guides' }).waitFor()
    const made = async () => (await v1<Style[]>('writing-styles?limit=100')).find(({ name }) => /^Guides/.test(name))
    expect(await made()).toMatchObject({
      ...{ surface: 'content', english_variant: 'uk', tone_of_voice: { presets: ['Expert'] } },
      writing_rules: { always_do: ['Give measures', 'Name sources'] },
    })
    await page.getByRole('button', { name: 'Edit Guides' }).click()
    await dialog.getByLabel('Name').fill('Guides for buyers')
    await dialog.getByLabel('English').selectOption('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Guides for buyers' }).waitFor()
    expect(await made()).toMatchObject({ name: 'Guides for buyers', english_variant: null })
    await page.getByRole('button', { name: 'Delete Guides for buyers' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(made).toBeUndefined()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByRole('heading', { name: 'Guides for buyers' }).count()).toBe(0)
    await page.close()
  })

  interface Suggestion {
    suggested_prompt: string
    state: string
    prompt_id: string | null
  }

  it('accepts, rejects, edits and promotes suggestions', async () => {
    const page = await openPage('knowledge?tab=alignment')
    const of = (state: string) => v1<Suggestion[]>(`alignment/suggestions?state=${state}`)
    const shown = () => page.locator('td bdi.font-medium').allInnerTexts()
    const proposed = (await of('proposed')).map(({ suggested_prompt }) => suggested_prompt)
    expect(await shown()).toEqual(proposed)
    const categories = await v1<{ name: string; prompt_count: number }[]>('alignment/categories')
    expect((await rowsOf(page, 'Categories')).map((cells) => cells.slice(0, 2))).toEqual(
      categories.map(({ name, prompt_count }) => [name, String(prompt_count)]),
    )
    const row = (text: string) => page.getByRole('row').filter({ hasText: text })
    const [first, second, third] = proposed as [string, string, string]
    await row(first).getByRole('button', { name: 'Accept' }).click()
    await row(first).waitFor({ state: 'detached' })
    await row(second).getByRole('button', { name: 'Reject' }).click()
    await row(second).waitFor({ state: 'detached' })
    await row(third).getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Prompt', { exact: true }).fill('Which boots are lightest?')
    await page.getByLabel('Markets').fill('de, fr')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Germany · France').waitFor()
    await row('lightest').getByRole('button', { name: 'Create prompt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create prompt' }).click()
    await page.getByText('No pending suggestions').waitFor()
    await page.getByRole('button', { name: 'Promoted' }).click()
    await page.getByRole('link', { name: 'View answers' }).waitFor()
    expect(await shown()).toEqual(['Which boots are lightest?'])
    const texts = async (state: string) => (await of(state)).map(({ suggested_prompt }) => suggested_prompt)
    expect([await texts('accepted'), await texts('rejected'), await texts('promoted')]).toEqual([
      [first],
      [second],
      ['Which boots are lightest?'],
    ])
    await page.close()
  })

  it('shows the profile of the API, and writes only changed fields', async () => {
    const page = await openPage('knowledge?tab=profile')
    interface Profile {
      industry: string | null
      key_features: string[]
      main_market: string | null
    }
    const before = await v1<Profile>('profile')
    expect(await page.getByLabel('Industry').inputValue()).toBe(before.industry)
    expect(await page.getByLabel('Key features').inputValue()).toBe(before.key_features.join('\n'))
    await page.getByLabel('Main market').fill('Finland')
    await page.getByLabel('Key features').fill('Light\nSewn by hand')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Key features').inputValue()).toBe('Light\nSewn by hand')
    const after = { ...before, main_market: 'Finland', key_features: ['Light', 'Sewn by hand'] }
    expect(await v1('profile')).toEqual(after)
    await page.getByText('Only admins can change this.').waitFor()
    await page.close()
  })

  it('shows the products of the API, adds a nested one, and deletes a parent with its descendants', async () => {
    const page = await openPage('knowledge?tab=products')
    const names = async () => (await v1<{ name: string }[]>('products?limit=100')).map(({ name }) => name).sort()
    const shown = async () => (await rowsOf(page, 'Products')).map(([name]) => name).sort()
    expect(await shown()).toEqual(await names())
    await page.getByRole('button', { name: 'Add product' }).click()
    await page.getByLabel('Name').fill('Wax')
    await page.getByLabel('Category').selectOption('Footwear')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('cell', { name: 'Wax', exact: true }).waitFor()
    expect(await names()).toContain('Wax')
    await page.getByRole('button', { name: 'Delete Footwear' }).click()
    await page.getByText('This also deletes 2 nested products.').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No products yet').waitFor()
    expect(await names()).toEqual([])
    await page.close()
  })

  it('completes and reopens opportunities', async () => {
    const page = await openPage('opportunities')
    const of = async (state: string) =>
      (await v1<{ title: string }[]>(`opportunities?state=${state}&limit=50`)).map(({ title }) => title)
    const shown = () => page.locator('main .row-link').allInnerTexts()
    const open = await of('open')
    const done = await of('done')
    expect(await shown()).toEqual(open)
    const detail = page.locator('main aside')
    await detail.getByRole('button', { name: 'Start', exact: true }).click()
    await detail.getByText('Doing').waitFor()
    await detail.getByRole('button', { name: 'Brief' }).click()
    const brief = page.getByRole('dialog', { name: 'Brief' })
    await brief.getByText('## Steps').waitFor()
    const download = page.waitForEvent('download')
    await brief.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('brief.md')
    await page.keyboard.press('Escape')
    await detail.getByRole('button', { name: 'Mark as done' }).click()
    await expect.poll(shown).toEqual(open.slice(1))
    expect((await of('done')).length).toBe(done.length + 1)
    await page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^Done/ }).click()
    await detail.getByRole('button', { name: 'Reopen' }).click()
    await expect.poll(shown).toEqual(done)
    expect((await of('open')).sort()).toEqual(open.sort())
    await page.close()
  })

  it('offers viewers only actions that the server allows', async () => {
    for (const tab of ['documents', 'styles', 'alignment', 'products', 'profile']) {
      const page = await openPage(`knowledge?tab=${tab}`, 'viewer')
      const buttons = page.locator('main').getByRole('button')
      const sorting = ['Category', 'Prompts']
      const states = ['Proposed', 'Accepted', 'Rejected', 'Promoted']
      const harmless = ['CSV', 'Columns', 'Search', ...states, ...sorting]
      expect(
        (await buttons.allInnerTexts()).filter((name) => !harmless.includes(name)),
        tab,
      ).toEqual([])
      await page.close()
    }
  })
})
