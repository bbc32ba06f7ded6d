import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersFile } from '../../src/testing/test-app.ts'
import { type FilledConsole, hasBrowser, openFilledConsole, watch } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('prompts, plans and audits', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('admin', 'editor', 'viewer')
    const answer = (query: string, day: number) => ({
      prompt: 'Which boots?',
      engine: 'chatgpt',
      executed_at: `2026-06-0${day}T10:00:00Z`,
      answer: 'Acme.',
      country: 'US',
      search_queries: [query, '<img src=x onerror=alert(1)> winter gaiters'],
    })
    const lines = ['vegan hiking sandals', 'sandals for gravel paths'].map((query, day) => answer(query, day + 1))
    await ours.test.operate('import-answers', { brand_id: ours.brandId }, answersFile(lines))
  })
  afterAll(() => ours?.close())

  it('an editor adds one and several suggestions as prompts', async () => {
    const page = await ours.open('editor', 'prompts?view=suggested')
    const seen = watch(page)
    const all = page.getByRole('button', { name: /^Show all/ })
    if (await all.isVisible()) await all.click()
    await page.getByRole('button', { name: 'Add: vegan hiking sandals' }).click()
    const chosen = [/Select: sandals for gravel paths/, /Select: .*winter gaiters/]
    for (const name of chosen) await page.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Add 2 selected' }).click()
    for (const name of chosen) await page.getByRole('checkbox', { name }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^All/ }).click()
    const table = page.getByRole('table', { name: 'Prompts' })
    await table.getByText('vegan hiking sandals').waitFor()
    await table.getByText('<img src=x onerror=alert(1)> winter gaiters').waitFor()
    const { rows } = await ours.test.app.services.postgres.execute(
      `select countries from prompts where brand_id = '${ours.brandId}' and text = 'sandals for gravel paths'`,
    )
    expect(rows).toEqual([{ countries: ['US'] }])
    expect(seen).toEqual([])
  })

  it('an editor schedules audits, and a reload shows the schedule', async () => {
    const page = await ours.open('editor', 'site-health?tab=audits')
    const choice = page.getByLabel('Audit frequency', { exact: true })
    await choice.selectOption('Monthly')
    await page.getByText(/^Next: /).waitFor()
    await page.reload()
    await page.getByText(/^Next: /).waitFor()
    expect(await choice.inputValue()).toBe('month')
    await choice.selectOption('Off')
    await page.getByText(/^Next: /).waitFor({ state: 'detached' })
    expect(await ours.test.operate('get-audit-schedule', { brand_id: ours.brandId })).toMatchObject({
      every: 'never',
    })
  })

  it('an editor edits, pauses and resumes a plan', async () => {
    const page = await ours.open('editor', 'collection')
    const seen = watch(page)
    const dialog = page.getByRole('dialog')
    const planNow = () => ours.test.operate('get-collection', { brand_id: ours.brandId, engine: 'chatgpt' })
    const before = await planNow()
    const change = page.getByRole('button', { name: 'Edit plan for ChatGPT' })
    const save = async () => {
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await change.click()
    await dialog.getByLabel('Markets').fill('fr, de')
    await dialog.getByLabel('Period').selectOption('Week')
    await dialog.getByLabel('Times per week').fill('3')
    await save()
    const changed = {
      ...{ countries: ['FR', 'DE'], times_per_day: null, times_per_week: 3 },
      updated_at: expect.anything(),
    }
    expect(await planNow()).toEqual({ ...(before as object), ...changed })
    await change.click()
    await dialog.getByLabel('Run on schedule').uncheck()
    // The reload interrupts this read after the save; a stored change must not come back as a draft.
    await page.route('**/visibility/sample-size*', () => {})
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.locator('tr', { hasText: 'ChatGPT' }).filter({ hasText: 'Edit' })
    await row.getByText('Paused').waitFor()
    await page.unroute('**/visibility/sample-size*')
    expect(await planNow()).toMatchObject({ is_active: false, times_per_week: 3 })
    await page.reload()
    await change.click()
    expect(await dialog.getByLabel('Markets').inputValue()).toBe('FR, DE')
    await dialog.getByLabel('Run on schedule').check()
    await save()
    await row.getByText('Paused').waitFor({ state: 'detached' })
    await row.getByRole('button', { name: 'Run now' }).waitFor()
    expect(seen).toEqual([])
  })

  it('only one of two concurrent editors creates a plan', async () => {
    const api_key = 'sk-gemini'
    const of = { workspace_id: ours.fixture.workspaceId }
    const source = { ...of, kind: 'xai', name: 'Grok', api_key, model: 'grok-4.5' }
    await ours.test.operate('create-source', source)
    const [first, second] = [await ours.open('editor', 'collection'), await ours.open('editor', 'collection')]
    for (const [page, markets] of [
      [first, 'IT'],
      [second, 'ES, FR'],
    ] as const) {
      await page.getByRole('button', { name: 'Add engine' }).click()
      await page.getByLabel('Engine', { exact: true }).selectOption('Grok')
      await page.getByLabel('Markets').fill(markets)
      await page.getByLabel('Times per day').fill('2')
    }
    await second.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    const plan = () => ours.test.operate('get-collection', { brand_id: ours.brandId, engine: 'grok' })
    const planned = { countries: ['ES', 'FR'], times_per_day: 2, is_active: true }
    expect(await plan()).toMatchObject(planned)
    await first.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    // The first editor’s plan must not overwrite the other one.
    await first.getByRole('button', { name: 'Save' }).click()
    const conflict = first.getByRole('alert')
    expect(await conflict.getByRole('row', { name: /^Markets/ }).innerText()).toMatch(/ES, FR\s+IT/)
    expect(await plan()).toMatchObject(planned)
    await conflict.getByRole('button', { name: 'Use their version' }).click()
    expect(await first.getByLabel('Markets').inputValue()).toBe('ES, FR')
  })

  it('an existing plan is shown and never silently overwritten', async () => {
    const [first, second] = [await ours.open('editor', 'collection'), await ours.open('editor', 'collection')]
    const markets = []
    for (const page of [first, second]) {
      await page.getByRole('button', { name: 'Add engine' }).click()
      await page.getByRole('dialog').getByLabel('Engine').selectOption('ChatGPT')
      markets.push(await page.getByRole('dialog').getByLabel('Markets').inputValue())
    }
    const plan = await ours.test.operate<{ countries: string[] }>('get-collection', {
      ...{ brand_id: ours.brandId, engine: 'chatgpt' },
    })
    expect(markets).toEqual(Array(2).fill(plan.countries.join(', ')))
    for (const [page, value] of [
      [second, 'ES'],
      [first, 'IT'],
    ] as const) {
      await page.getByLabel('Markets').fill(value)
      await page.getByRole('button', { name: 'Save' }).click()
    }
    const conflict = first.getByRole('alert')
    expect(await conflict.getByRole('row', { name: /^Markets/ }).innerText()).toMatch(/ES\s+IT/)
    await conflict.getByRole('button', { name: 'Keep my version' }).click()
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByRole('dialog').waitFor({ state: 'detached' })
    const now = { brand_id: ours.brandId, engine: 'chatgpt' }
    expect(await ours.test.operate('get-collection', now)).toMatchObject({ countries: ['IT'] })
  })

  it('an admin changes a provider’s key and prices, resumes a paused provider, and deletes one', async () => {
    const { postgres } = ours.test.app.services
    const plan = { brand_id: ours.brandId, engine: 'chatgpt' }
    const { source_id: id } = await ours.test.operate<{ source_id: string }>('get-collection', plan)
    const stored = async () => {
      const { rows } = await postgres.execute(
        `select name, api_key, concurrency, price, paused_reason from sources where id = '${id}'`,
      )
      return rows[0] as { name: string; api_key: string }
    }
    const { name, api_key: before } = await stored()
    await postgres.execute(`update sources set paused_reason = 'the key is not accepted' where id = '${id}'`)
    const page = await ours.open('admin', 'collection?tab=sources')
    const seen = watch(page)
    const dialog = page.getByRole('dialog')
    const open = () => page.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByText('the key is not accepted').waitFor()
    await open()
    await dialog.getByLabel('API key').fill('sk-another')
    await dialog.getByLabel('Concurrent requests').fill('7')
    await dialog.getByText('Contract prices').click()
    await dialog.getByLabel('Per thousand searches').fill('2.5')
    await page.reload()
    await open()
    // The draft keeps everything except the secret.
    expect(await dialog.getByLabel('Concurrent requests').inputValue()).toBe('7')
    expect(await dialog.getByLabel('API key').inputValue()).toBe('')
    await dialog.getByLabel('API key').fill('sk-another')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('the key is not accepted').waitFor({ state: 'detached' })
    const after = await stored()
    expect(after).toMatchObject({
      concurrency: 7,
      price: { per_thousand_searches: 2.5 },
      paused_reason: null,
    })
    expect(after.api_key).not.toEqual(before)
    await open()
    await dialog.getByText('Contract prices').click()
    await dialog.getByLabel('Per thousand searches').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await stored()).toMatchObject({
      price: { per_thousand_tasks: 1 },
      api_key: after.api_key,
      concurrency: 7,
    })
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await stored()).toBeDefined()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await stored()).toBeUndefined()
    // Its plan can be paused without selecting another provider.
    await page.getByRole('link', { name: 'Status', exact: true }).click()
    await page.getByRole('button', { name: 'Edit plan for ChatGPT' }).click()
    expect(await dialog.getByLabel('Provider').inputValue()).toBe('')
    await dialog.getByLabel('Run on schedule').uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /ChatGPT.*Paused/ }).waitFor()
    expect(await ours.test.operate('get-collection', plan)).toMatchObject({
      is_active: false,
      source_id: null,
    })
    expect(seen).toEqual([])
  })

  it('an editor deletes a prompt after confirmation, and its answers are kept', async () => {
    const { data } = await ours.v1<{ id: string; text: string }[]>('prompts?limit=100')
    const prompt = data.find(({ text }) => text === 'Which boots?')
    const answers = async () => (await ours.v1<unknown[]>('executions?start_date=2026-06-01&limit=100')).data
    const before = (await answers()).length
    const page = await ours.open('editor', `prompts/${prompt?.id}`)
    const seen = watch(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const confirm = page.getByRole('dialog', { name: 'Delete this prompt?' })
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await confirm.getByText('“Which boots?”').waitFor()
    await confirm.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.waitForURL((url) => !url.searchParams.has('open'))
    const table = page.getByRole('table', { name: 'Prompts' })
    await table.waitFor()
    expect(await table.getByText('Which boots?').count()).toBe(0)
    const left = await ours.v1<{ id: string }[]>('prompts?limit=100')
    expect(left.data.map(({ id }) => id)).not.toContain(prompt?.id)
    expect((await answers()).length).toBe(before)
    expect(seen).toEqual([])
  })

  it('an editor stops a running audit', async () => {
    const [audit] = ours.fixture.ids.job_id as string[]
    // Mark the audit as running.
    await ours.test.app.services.postgres.execute(
      `update audits set state = 'running', ended_at = null where id = '${audit}'`,
    )
    const page = await ours.open('editor', 'site-health')
    await page.getByRole('button', { name: 'Stop audit' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop audit' }).click()
    await page.getByRole('button', { name: 'Run audit' }).waitFor()
    const { data } = await ours.v1<{ state: string }>(`technical/audits/${audit}`)
    expect(data.state).toBe('cancelled')
  })

  it('a viewer sees suggestions, schedule and plan but cannot edit them', async () => {
    const prompts = await ours.open('viewer', 'prompts?view=suggested')
    await prompts.getByRole('heading', { name: 'Suggested' }).waitFor()
    expect(await prompts.getByRole('button', { name: /^Add/ }).count()).toBe(0)
    const site = await ours.open('viewer', 'site-health?tab=audits')
    await site.getByText('Only editors can change this.').waitFor()
    expect(await site.getByLabel('Audit frequency', { exact: true }).isDisabled()).toBe(true)
    const plan = await ours.open('viewer', 'collection')
    await plan.getByRole('table', { name: 'Engines' }).waitFor()
    expect(await plan.getByRole('button', { name: /^Edit|^Add engine/ }).count()).toBe(0)
  })
})
