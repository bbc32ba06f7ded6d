import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ModelServer, modelEnvironment, startModelServer } from '../../src/testing/model-server.ts'
import { answersFile, startTestApp, type TestApp } from '../../src/testing/test-app.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../src/testing/visibility/make-brand.ts'
import { hasBrowser, isRead, type OpenConsole, openConsole, watch } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('from an opportunity to its proof', () => {
  let model: ModelServer
  let test: TestApp
  let console: OpenConsole
  let brand: MadeBrand
  const texts = Array.from({ length: 40 }, (_, number) => `Which of ${number} boots?`)
  // The browser’s clock sets the start.
  const now = Date.now()
  const dayMs = 86_400_000
  const at = (day: number) => new Date(now + day * dayMs).toISOString()
  const setDay = (day: number) => test.setNow(at(day))

  /** Imports two answers a day to each prompt. Every tenth mentions the brand, and more where `isBetter`. */
  async function answer(from: number, to: number, isBetter: (text: string) => boolean) {
    const lines = texts.flatMap((prompt, number) =>
      Array.from({ length: to - from }, (_, index) => from + index).flatMap((day) =>
        ['chatgpt', 'perplexity'].map((engine, place) => {
          const isNamed = (7 * number + 3 * (day + 30) + 5 * place) % 10 < (isBetter(prompt) ? 7 : 1)
          const answer = isNamed ? 'Zuvari and Bolmex make boots.' : 'Bolmex makes boots.'
          return {
            prompt,
            topic: 'Boots',
            engine,
            executed_at: at(day),
            answer,
            citations: [{ url: `https://a.example/${number}` }],
          }
        }),
      ),
    )
    await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
  }

  beforeAll(async () => {
    model = await startModelServer()
    test = await startTestApp(modelEnvironment(model))
    console = await openConsole(test)
    setDay(-30)
    brand = await makeBrand(test, 'Zuvari')
    await addCompetitor(test, brand.brandId, 'Bolmex')
    setDay(0)
    await answer(-28, 0, () => false)
    await test.operate('refresh-opportunities', { brand_id: brand.brandId })
    const { workspaceId: workspace_id } = brand
    await test.operate('create-person', { workspace_id, email: 'editor@example.com', name: 'Editor', role: 'editor' })
  })
  afterAll(async () => {
    await console?.close()
    await test?.close()
    model?.close()
  })

  async function openPage(path: string): Promise<Page> {
    const page = await (await console.signIn('editor@example.com')).newPage()
    await page.goto(`${console.url}/${brand.workspaceId}/${brand.brandId}/${path}`)
    await isRead(page)
    return page
  }
  const doNext = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'Do next' }) })

  it('a draft marks the sentences that no passage backs', async () => {
    model.reply = () => '{"sections":[{"prompt":1,"sentences":[{"text":"Zuvari boots last 90 years.","passages":[]}]}]}'
    const page = await openPage('overview')
    const seen = watch(page)
    await doNext(page)
      .getByRole('link', { name: /^Win Boots from Bolmex/ })
      .click()
    await page.getByRole('button', { name: 'Brief' }).click()
    const dialog = page.getByRole('dialog', { name: 'Brief' })
    await dialog.getByRole('button', { name: 'Write draft' }).click()
    const draft = page.getByRole('dialog', { name: 'Draft' })
    const sentence = draft.getByRole('listitem').filter({ hasText: 'Zuvari boots last 90 years.' })
    await sentence.getByText('Unbacked').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      draft.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('draft.md')
    expect(seen).toEqual([])
    await page.close()
  })

  it('the first step of the overview is a running experiment after five clicks, and later says that it worked', async () => {
    const page = await openPage('overview')
    const seen = watch(page)
    const first = doNext(page).getByRole('listitem').first().getByRole('link')
    expect(await first.innerText()).toContain('Win Boots from Bolmex')
    let clicks = 0
    const click = async (...[role, name]: [Parameters<Page['getByRole']>[0], string | RegExp]) => {
      await page.getByRole(role, { name, exact: true }).click()
      clicks += 1
    }
    await first.click()
    clicks += 1
    await click('link', 'Start an experiment')
    await click('checkbox', /^Select all \d+ shown$/)
    await click('button', 'Start experiment…')
    await page.getByLabel('Name').fill('Boot guides')
    await click('button', 'Start')
    await page.getByText('Running', { exact: true }).waitFor()
    expect(clicks).toBeLessThanOrEqual(5)
    expect(seen).toEqual([])
    await page.close()

    const id = new URL(page.url()).pathname.split('/').at(-1) as string
    const { body } = await test.get(`/v1/brands/${brand.brandId}/experiments/${id}`, brand.key)
    const made = body.data as { treated_prompt_ids: string[]; control_prompt_ids: string[] }
    expect([made.treated_prompt_ids.length, made.control_prompt_ids.length]).toEqual([20, 20])
    const { db } = test.app.services
    const treated = await db.selectFrom('prompts').select('text').where('id', 'in', made.treated_prompt_ids).execute()
    const isTreated = new Set(treated.map(({ text }) => text))
    setDay(29)
    await answer(0, 28, (text) => isTreated.has(text))
    await test.operate('refresh-opportunities', { brand_id: brand.brandId })
    const later = await openPage('overview')
    await doNext(later).getByText('Worked: your experiment has a verdict.').first().click()
    await later.getByRole('link', { name: 'Boot guides' }).click()
    await later.getByText(/^Worked, caused by the treatment: \+/).waitFor()
    const { body: after } = await test.get(`/v1/brands/${brand.brandId}/experiments/${id}`, brand.key)
    const { effect } = after.data as { effect: { value: number; low: number; high: number } }
    // One answer in ten became seven. The draw of 20 prompts adds a few points, which the interval allows for.
    expect(effect.low).toBeLessThan(60)
    expect(effect.high).toBeGreaterThan(60)
    expect(Math.abs(effect.value - 60)).toBeLessThan(3)
    await later.close()
  })
})
