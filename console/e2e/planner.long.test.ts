import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole, watch } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('the precision planner', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('viewer')
  })
  afterAll(() => ours?.close())

  const heading = 'Precision planner'

  it('shows the required plan of the API, and the URL restores it', async () => {
    const page = await ours.open('viewer', 'collection?tab=plan')
    const seen = watch(page)
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.getByText(/to detect a change of 5 points within a month/i).waitFor()
    await page.getByLabel('I want to', { exact: true }).selectOption('prompts_like_these')
    await page.getByLabel('Points', { exact: true }).selectOption('15')
    await page.getByLabel('Within', { exact: true }).selectOption('90')
    const { meta } = await ours.v1<unknown>('visibility/sample-size?goal=prompts_like_these&points=15&days=90')
    const { best } = (meta as unknown as { needed: { best: { prompts: number } } }).needed
    const sentence = page.getByText(
      `To estimate visibility within ±15 points with answers from 90 days, you need ${best.prompts} prompts`,
    )
    await sentence.waitFor()
    expect(new URL(page.url()).search).toBe('?tab=plan&goal=prompts_like_these&points=15&within=90')
    await page.reload()
    await sentence.waitFor()
    await page.goto(`${page.url().split('?')[0]}?tab=rounds`)
    await isRead(page)
    await page.goBack()
    await sentence.waitFor()
    expect(seen).toEqual([])
    await page.close()
  })

  it('has a chart that keys can read, and a table', async () => {
    const page = await ours.open('viewer', 'collection?tab=plan&goal=prompts_like_these&points=15')
    const chart = page.getByRole('img', { name: /^Precision by spend/ })
    await chart.focus()
    await page.keyboard.press('End')
    await page.getByText(/prompts, .* answers per prompt and day/).waitFor()
    await page.getByRole('button', { name: 'Chart actions: Precision by spend' }).click()
    await page.getByRole('menuitem', { name: 'Show table' }).click()
    const table = page.getByRole('table', { name: 'Precision of more prompts, runs and days' })
    await table.waitFor()
    const { data } = await ours.v1<unknown[]>('visibility/sample-size?goal=prompts_like_these&points=15')
    expect(await table.locator('tbody tr').count()).toBe(data.length)
    await page.close()
  })

  it('shows an error for an invalid URL parameter', async () => {
    const page = await ours.open('viewer', 'collection?tab=plan&points=many')
    await page
      .getByRole('alert')
      .getByText(/points must be an integer from 1 to 50/)
      .waitFor()
    await page.close()
  })
})
