import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledConsole, hasBrowser, openFilledConsole, watch } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('experiments', () => {
  let ours: FilledConsole
  let opportunityId: string

  beforeAll(async () => {
    ours = await openFilledConsole('editor')
    const prompts = Array.from({ length: 12 }, (_, number) => ({ text: `Which of ${number} boots?` }))
    await ours.test.operate('create-prompts', { brand_id: ours.brandId, prompts: prompts as never })
    const { data } = await ours.v1<{ id: string }[]>('opportunities')
    opportunityId = data[0]?.id as string
  })
  afterAll(() => ours?.close())

  interface Experiment {
    id: string
    name: string
    assignment: string
    treated_prompt_ids: string[]
    control_prompt_ids: string[]
  }

  it('start from selected prompts, half of which are drawn, and measure an opportunity', async () => {
    const page = await ours.open('editor', `prompts?opportunity=${opportunityId}`)
    const seen = watch(page)
    await page.getByLabel(/^Select all \d+ shown$/).click()
    await page.getByRole('button', { name: 'Start experiment…' }).click()
    await page.getByLabel('Name').fill('Boot guides')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('heading', { name: 'Boot guides' }).waitFor()
    await page.getByText('Running', { exact: true }).waitFor()
    await page.getByText(/^Not started|^Running, day/).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) as string
    const { data: made } = await ours.v1<Experiment>(`experiments/${id}`)
    expect(made).toMatchObject({ name: 'Boot guides', assignment: 'coin' })
    expect(Math.abs(made.treated_prompt_ids.length - made.control_prompt_ids.length)).toBeLessThanOrEqual(1)
    const { data } = await ours.v1<object[]>('opportunities?state=open&state=done&limit=100')
    expect(data).toContainEqual(
      expect.objectContaining({ id: opportunityId, progress: 'measuring', experiment_id: id }),
    )
    await page.getByRole('link', { name: '← All experiments' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Boot guides' })
    await row.getByText('Running').waitFor()
    expect(seen).toEqual([])
    await page.close()
  })

  it('show their verdict on the overview', async () => {
    const { db } = ours.test.app.services
    await db
      .updateTable('opportunities')
      .set({ progress: 'worked', state: 'done', updated_at: new Date() })
      .where('id', '=', opportunityId)
      .execute()
    const page = await ours.open('editor', 'overview?from=2026-06-01&to=2026-06-30')
    await page.getByText('Worked: your experiment has a verdict.').click()
    await page.getByRole('link', { name: 'Boot guides' }).waitFor()
    await page.close()
  })

  it('say before the start what they could find, and warn of a prompt that is deleted from a running one', async () => {
    const page = await ours.open('editor', `prompts?opportunity=${opportunityId}`)
    await page.getByLabel(/^Select all \d+ shown$/).click()
    await page.getByRole('button', { name: 'Start experiment…' }).click()
    await page.getByText(/finds an effect of [\d.]+ points or more|too few answers|miss every effect/).waitFor()
    await page.keyboard.press('Escape')
    const { data } = await ours.v1<Experiment[]>('experiments')
    const running = data.find(({ name }) => name === 'Boot guides')
    await page.goto(page.url().replace(/prompts.*/, `prompts?open=${running?.treated_prompt_ids[0]}`))
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.getByText('“Boot guides” continues without it').waitFor()
    await page.close()
  })

  it('of fewer than ten prompts treat all of them, and show why the server refuses them', async () => {
    const page = await ours.open('editor', 'prompts')
    await page
      .getByRole('checkbox', { name: /^Select: / })
      .first()
      .click()
    await page.getByRole('button', { name: 'Start experiment…' }).click()
    expect(await page.getByLabel('Which prompts you work on').getByRole('option').allTextContents()).toEqual([
      'All of them; every other active prompt is the control',
    ])
    await page.getByLabel('Name').fill('One prompt')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByText(/treated_prompt_ids takes 5 to 200 prompts/).waitFor()
    await page.close()
  })
})
