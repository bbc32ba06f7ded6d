import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emulatedModels, emulatedPrices } from '../../demo/emulator/emulated-prices.ts'
import { type Emulator, startEmulator } from '../../demo/emulator/start-emulator.ts'
import { startTestApp, type TestApp } from '../../src/testing/test-app.ts'
import { exactDollars } from '../format/numbers.ts'
import { hasBrowser, isRead, type OpenConsole, openConsole, watch } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('a test prompt', () => {
  const email = 'admin@example.com'
  let emulator: Emulator
  let test: TestApp
  let console: OpenConsole
  let page: Page
  let seen: string[]
  let workspace_id: string
  let brand_id: string
  let source_id: string

  beforeAll(async () => {
    emulator = await startEmulator({ brands: [{ name: 'Zuvari', domain: 'zuvari.example' }] })
    test = await startTestApp({ FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${emulator.port}` })
    workspace_id = (await test.operate('create-workspace', { name: 'Ours' })).id
    brand_id = (await test.operate('create-brand', { workspace_id, name: 'Zuvari' })).id
    await test.operate('create-prompt', { brand_id, text: 'Which kettle lasts?' })
    await test.operate('set-budget', { workspace_id, monthly_usd: 5 })
    const source = { workspace_id, kind: 'openai', name: 'Ours', model: emulatedModels.openai }
    source_id = (
      await test.operate('create-source', {
        ...source,
        ...{ api_key: emulator.apiKey, base_url: emulator.baseUrl('openai') },
        price: JSON.stringify(emulatedPrices.openai),
      })
    ).id
    await test.operate('create-person', { workspace_id, email, name: 'Ada', role: 'admin' })
    console = await openConsole(test)
    page = await (await console.signIn(email)).newPage()
    seen = watch(page)
  })
  afterAll(async () => {
    await console?.close()
    await test?.close()
    await emulator?.close()
  })

  const dialog = () => page.getByRole('dialog', { name: 'Test Ours' })
  const outcome = () => dialog().getByRole('region', { name: 'Result' })
  const ask = () => dialog().getByRole('button', { name: 'Run test' }).click()
  const charged = () => emulator.ledger.summary().costUsd
  const budget = () => test.operate<{ spent_usd: number }>('get-budget', { workspace_id })
  async function open(path = 'collection?tab=sources'): Promise<void> {
    await page.goto(`${console.url}/${workspace_id}/${brand_id}/${path}`)
    await isRead(page)
    await page.getByRole('button', { name: 'Test Ours' }).click()
  }

  it('shows the maximum cost before and the actual cost after', async () => {
    await open()
    const priced = { source_id, prompt: 'Which kettle lasts?' }
    const { usd_at_most } = await test.operate<{ usd_at_most: number }>('estimate-test-source', priced)
    await dialog()
      .getByText(`Costs at most ${exactDollars(usd_at_most)}. The workspace budget has $5.00`)
      .waitFor()
    expect(charged()).toBe(0)
    await ask()
    await outcome().getByRole('region', { name: 'The answer' }).waitFor()
    const { spent_usd } = await budget()
    expect(spent_usd).toBeGreaterThan(0)
    expect(spent_usd).toBeLessThanOrEqual(usd_at_most)
    expect(await outcome().innerText()).toContain(`cost ${exactDollars(charged())}`)
    expect(spent_usd).toBeCloseTo(charged(), 5)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    // A reload shows the result again without a new request.
    const before = charged()
    await page.reload()
    await isRead(page)
    await page.getByRole('button', { name: 'Test Ours' }).click()
    await outcome().getByRole('region', { name: 'The answer' }).waitFor()
    expect(charged()).toBe(before)
  })

  it('is charged once if its response was lost and it is retried after a reload', async () => {
    await open()
    await dialog().getByLabel('Prompt').fill('Which kettle is quiet?')
    const before = charged()
    const tasks = () => test.operate<object[]>('list-tasks', { workspace_id })
    const known = (await tasks()).length
    await page.route('**/start-task?*', async (route) => {
      const headers = { ...(await route.request().allHeaders()), origin: console.url }
      expect((await route.fetch({ headers })).status()).toBe(200)
      await route.abort()
    })
    await ask()
    await dialog().getByText('Cannot reach the server').waitFor()
    await page.unroute('**/start-task?*')
    await page.reload()
    await isRead(page)
    await page.getByRole('button', { name: 'Test Ours' }).click()
    expect(await dialog().getByLabel('Prompt').inputValue()).toBe('Which kettle is quiet?')
    await ask()
    await dialog().getByRole('button', { name: 'Run test' }).waitFor()
    await outcome().getByRole('region', { name: 'The answer' }).waitFor()
    expect(await tasks()).toHaveLength(known + 1)
    const asked = emulator.ledger.summary()
    expect(asked.costUsd).toBeGreaterThan(before)
    expect(asked.purchases).toBe(2)
  })

  it('waits for the price of a changed prompt before it can run', async () => {
    await open()
    const button = dialog().getByRole('button', { name: 'Run test' })
    await dialog().getByLabel('Prompt').fill('Which?')
    await expect.poll(() => button.isEnabled()).toBe(true)
    let answer = () => {}
    await page.route('**/estimate-test-source*', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
    const asked = page.waitForRequest('**/estimate-test-source*')
    await dialog().getByLabel('Prompt').fill('Which kettle is the lightest of all that are sold today?')
    expect(await button.isDisabled()).toBe(true)
    await asked
    expect(await button.isDisabled()).toBe(true)
    expect(
      await dialog()
        .getByText(/^Costs at most/)
        .count(),
    ).toBe(0)
    answer()
    await expect.poll(() => button.isEnabled()).toBe(true)
    await page.unroute('**/estimate-test-source*')
  })

  it('explains a failure, also on the start page', async () => {
    emulator.faults.set([{ fault: 'wrong_key', kind: 'openai' }])
    await open('start')
    await ask()
    await outcome()
      .getByText(/^Failed after .*: .*; no cost\.$/)
      .waitFor()
    emulator.faults.set([])
  })

  it('cannot run if the budget is not enough', async () => {
    await test.operate('set-budget', { workspace_id, monthly_usd: 0 })
    await open()
    await dialog()
      .getByText(/the workspace budget has only \$0\.00 left this month/)
      .waitFor()
    expect(await dialog().getByRole('button', { name: 'Run test' }).isDisabled()).toBe(true)
    expect(seen.filter((words) => !words.includes('ERR_FAILED'))).toEqual([])
  })
})
