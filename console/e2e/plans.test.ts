import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersFile } from '../../src/testing/test-app.ts'
import { type FilledConsole, hasBrowser, openFilledConsole, watch } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('what is to be asked and audited', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('editor', 'viewer')
    const answer = (query: string, day: number) => ({
      prompt: 'Which boots?',
      engine: 'chatgpt',
      executed_at: `2026-06-0${day}T10:00:00Z`,
      answer: 'Acme.',
      country: 'US',
      search_queries: [query, '<img src=x onerror=alert(1)> winter gaiters'],
    })
    const lines = ['vegan hiking sandals', 'sandals for gravel paths'].map((query, day) =>
      answer(query, day + 1),
    )
    await ours.test.operate('import-answers', { brand_id: ours.brandId }, answersFile(lines))
  })
  afterAll(() => ours?.close())

  it('an editor adds suggestions, one and several, which are prompts from then on', async () => {
    const page = await ours.open('editor', 'prompts')
    const seen = watch(page)
    const all = page.getByRole('button', { name: /^Show all/ })
    if (await all.isVisible()) await all.click()
    await page.getByRole('button', { name: 'Add: vegan hiking sandals' }).click()
    const table = page.getByRole('table', { name: 'Prompts' })
    await table.getByText('vegan hiking sandals').waitFor()
    const chosen = [/Choose: sandals for gravel paths/, /Choose: .*winter gaiters/]
    // In the table a prompt is chosen by the same words.
    const worth = page.locator('section', { has: page.getByRole('heading', { name: 'Worth asking' }) })
    for (const name of chosen) await worth.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Add 2 chosen' }).click()
    await table.getByText('<img src=x onerror=alert(1)> winter gaiters').waitFor()
    for (const name of chosen) await worth.getByRole('checkbox', { name }).waitFor({ state: 'detached' })
    const { rows } = await ours.test.app.services.postgres.execute(
      `select countries from prompts where brand_id = '${ours.brandId}' and text = 'sandals for gravel paths'`,
    )
    expect(rows).toEqual([{ countries: ['US'] }])
    expect(seen).toEqual([])
  })

  it('an editor sets how often the website is audited, and a reload shows the same', async () => {
    const page = await ours.open('editor', 'site-health')
    const choice = page.getByLabel('Audit the website', { exact: true })
    await choice.selectOption('Every month')
    await page.getByText(/^Next: /).waitFor()
    await page.reload()
    await page.getByText(/^Next: /).waitFor()
    expect(await choice.inputValue()).toBe('month')
    await choice.selectOption('Only by hand')
    await page.getByText(/^Next: /).waitFor({ state: 'detached' })
    expect(await ours.test.operate('get-audit-schedule', { brand_id: ours.brandId })).toMatchObject({
      every: 'never',
    })
  })

  it('a viewer sees both and is offered neither', async () => {
    const prompts = await ours.open('viewer', 'prompts')
    await prompts.getByRole('heading', { name: 'Worth asking' }).waitFor()
    expect(await prompts.getByRole('button', { name: /^Add/ }).count()).toBe(0)
    const site = await ours.open('viewer', 'site-health')
    await site.getByText('An editor can change this.').waitFor()
    expect(await site.getByLabel('Audit the website', { exact: true }).isDisabled()).toBe(true)
  })
})
