import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole, watch } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('the planner of collection', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('viewer')
  })
  afterAll(() => ours?.close())

  const heading = 'How sure the figures will be'

  it('says what is needed as the API does, and its address shows the same again', async () => {
    const page = await ours.open('viewer', 'collection')
    const seen = watch(page)
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.getByText(/to see a change of 5 points within a month/i).waitFor()
    await page.getByLabel('I want to', { exact: true }).selectOption('prompts_like_these')
    await page.getByLabel('Points', { exact: true }).selectOption('15')
    await page.getByLabel('Within', { exact: true }).selectOption('90')
    const { meta } = await ours.v1<unknown>(
      'visibility/sample-size?goal=prompts_like_these&points=15&days=90',
    )
    const { best } = (meta as unknown as { needed: { best: { prompts: number } } }).needed
    const sentence = page.getByText(
      `To know visibility to within ±15 points by the answers of 90 days you need ${best.prompts} prompts`,
    )
    await sentence.waitFor()
    expect(new URL(page.url()).search).toBe('?goal=prompts_like_these&points=15&within=90')
    await page.reload()
    await sentence.waitFor()
    await page.goto(`${page.url().split('?')[0]}?tab=coverage`)
    await isRead(page)
    await page.goBack()
    await sentence.waitFor()
    expect(seen).toEqual([])
    await page.close()
  })

  it('reads its chart by keys, and shows it as a table', async () => {
    const page = await ours.open('viewer', 'collection?goal=prompts_like_these&points=15')
    const chart = page.getByRole('img', { name: /^What more prompts, or more runs of the same, buy/ })
    await chart.focus()
    await page.keyboard.press('End')
    await page.getByText(/prompts, .* answers to each a day/).waitFor()
    await page.getByRole('button', { name: 'What to do with the chart What more prompts' }).click()
    await page.getByRole('menuitem', { name: 'Show as a table' }).click()
    const table = page.getByRole('table', { name: 'What more prompts, more runs and more days buy' })
    await table.waitFor()
    const { data } = await ours.v1<unknown[]>('visibility/sample-size?goal=prompts_like_these&points=15')
    expect(await table.locator('tbody tr').count()).toBe(data.length)
    await page.close()
  })

  it('names what the address asks for in vain', async () => {
    const page = await ours.open('viewer', 'collection?points=many')
    await page
      .getByRole('alert')
      .getByText(/points must be an integer from 1 to 50/)
      .waitFor()
    await page.close()
  })
})
