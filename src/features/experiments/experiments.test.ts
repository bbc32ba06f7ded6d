import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeExport } from '../../testing/exports/read-export.ts'
import { randomFrom } from '../../testing/statistics/random.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'

let test: TestApp
let brand: MadeBrand
let ids: string[]

const start = '2026-04-01'
const dayAt = (days: number) => new Date(Date.parse(start) + 86_400_000 * days)
const isoDay = (days: number) => dayAt(days).toISOString().slice(0, 10)
const [treated, controls] = [10, 14]

/** The share of answers that name the brand, in percent: 30 for all, and more for the treated prompts since the start. */
const shareOf = (prompt: number, day: number) => (prompt < treated && day >= 0 ? 70 : 30)

beforeAll(async () => {
  test = await startTestApp()
  test.setNow(`${isoDay(-40)}T00:00:00Z`)
  brand = await makeBrand(test, 'Acme')
  ids = []
  for (let prompt = 0; prompt < treated + controls; prompt++) {
    const { id } = await test.operate<{ id: string }>('create-prompt', {
      brand_id: brand.brandId,
      text: `Prompt ${prompt}`,
    })
    ids.push(id)
  }
  const random = randomFrom(38)
  const lines = ids.flatMap((_, prompt) =>
    Array.from({ length: 56 }, (_, index) => index - 28).flatMap((day) =>
      ['chatgpt', 'perplexity'].map((engine) => ({
        prompt: `Prompt ${prompt}`,
        engine,
        executed_at: new Date(dayAt(day).getTime() + 36_000_000).toISOString(),
        answer: 100 * random() < shareOf(prompt, day) ? 'Acme makes boots.' : 'Others make boots.',
      })),
    ),
  )
  test.setNow(`${isoDay(40)}T00:00:00Z`)
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
})
afterAll(() => test.close())

const create = (more: Record<string, unknown>) =>
  test.operate<{ id: string; treated_prompt_ids: string[]; control_prompt_ids: string[] }>('create-experiment', {
    ...{ brand_id: brand.brandId, name: 'Boots', started_on: start, ended_on: isoDay(27) },
    ...more,
  })
const arms = () => ({
  treated_prompt_ids: ids.slice(0, treated),
  control_prompt_ids: ids.slice(treated),
})

interface Result {
  verdict: string
  verdict_on: string | null
  headline: string
  effect: { value: number; low: number; high: number } | null
  smallest_detectable: number
  treated_prompts: number
  checks: { name: string; status: string; text: string }[]
  control_prompts: number
  series: {
    date: string
    treated: number | null
    control: number | null
    treated_weight: number
    control_weight: number
    effect: unknown
  }[]
}
const read = async (id: string) => {
  const { status, body } = await test.get(`/v1/brands/${brand.brandId}/experiments/${id}`, brand.key)
  expect(status).toBe(200)
  return (body as { data: Result }).data
}
const checkOf = ({ checks }: Result, name: string) => checks.find((check) => check.name === name)?.status

it('is planned, runs without a verdict before day 14, and finds a true effect', async () => {
  test.setNow(`${isoDay(-1)}T12:00:00Z`)
  const { id } = await create(arms())
  expect(await read(id)).toMatchObject({
    verdict: 'running',
    effect: null,
    headline: expect.stringMatching(/^Not started/),
  })
  test.setNow(`${isoDay(10)}T12:00:00Z`)
  expect(await read(id)).toMatchObject({
    verdict: 'running',
    effect: null,
    headline: expect.stringContaining('day 10 of 28'),
  })
  test.setNow(`${isoDay(28)}T12:00:00Z`)
  const result = await read(id)
  expect(result.verdict).toBe('worked')
  expect(result.effect?.low).toBeGreaterThan(0)
  expect(result.effect?.low).toBeLessThan(40)
  expect(result.effect?.high).toBeGreaterThan(40)
  expect(result.treated_prompts).toBe(treated)
  expect(result.series).toHaveLength(56)
  const last = result.series.at(-1)
  expect(last).toMatchObject({ date: isoDay(27), effect: result.effect })
  // Both arms have the same answers per prompt.
  expect((last?.treated_weight ?? 0) / treated).toBe((last?.control_weight ?? 1) / result.control_prompts)
  // Only a draw shows a cause.
  expect(result.headline).not.toContain('caused')
  expect(checkOf(result, 'assignment')).toBe('warning')
})

it.each([
  ['treated_prompt_ids', () => ({ ...arms(), treated_prompt_ids: ids.slice(0, 4) })],
  ['control_prompt_ids', () => ({ ...arms(), control_prompt_ids: ids.slice(0, 6) })],
  ['candidate_prompt_ids', () => ({ ...arms(), candidate_prompt_ids: ids })],
  ['ended_on', () => ({ ...arms(), ended_on: isoDay(12) })],
  ['ended_on', () => ({ ...arms(), ended_on: isoDay(57) })],
  ['judged_from', () => ({ ...arms(), judged_from: start })],
  ['engine', () => ({ ...arms(), engines: ['nope'] })],
  ['metric', () => ({ ...arms(), metric: 'clicks' })],
])('rejects a bad design and names %s', async (field, input) => {
  await expect(create(input())).rejects.toThrow(field)
})

it('refuses prompts that are in an experiment at the same time', async () => {
  await expect(create({ ...arms(), name: 'Again' })).rejects.toThrow('Boots')
})

it('draws half of the candidates, and then speaks of a cause', async () => {
  const dates = { started_on: isoDay(100), ended_on: isoDay(127) }
  const drawn = await create({ name: 'Drawn', candidate_prompt_ids: ids, ...dates })
  expect(drawn.treated_prompt_ids).toHaveLength(12)
  expect([...drawn.treated_prompt_ids, ...drawn.control_prompt_ids].sort()).toEqual([...ids].sort())
  expect(checkOf(await read(drawn.id), 'assignment')).toBe('ok')
})

it('leaves out prompts that change, and names them', async () => {
  await test.operate('update-prompt', {
    brand_id: brand.brandId,
    prompt_id: ids[20] as string,
    text: 'Another prompt',
  })
  const result = await read((await list())[1]?.id ?? '')
  expect(checkOf(result, 'prompts')).toBe('warning')
  expect(JSON.stringify(result.checks)).toContain('Prompt 20')
})

const list = async () => {
  const { body } = await test.get(`/v1/brands/${brand.brandId}/experiments`, brand.key)
  return (body as { data: { id: string; name: string }[] }).data
}

it('lists experiments newest first, and only its name and description can change', async () => {
  expect((await list()).map(({ name }) => name)).toEqual(['Drawn', 'Boots'])
  const experiment_id = (await list())[1]?.id as string
  const renamed = await test.operate('update-experiment', {
    ...{ brand_id: brand.brandId, experiment_id },
    name: 'Better boots',
  })
  expect(renamed).toMatchObject({ name: 'Better boots', started_on: start })
  const wrong = { brand_id: brand.brandId, experiment_id, started_on: isoDay(3) }
  await expect(test.operate('update-experiment', wrong)).rejects.toThrow('started_on')
})

it('says before the start what an experiment could find, from the answers of the brand', async () => {
  const plan = async (query: string) => {
    const { body } = await test.get(`/v1/brands/${brand.brandId}/experiments/plan?${query}`, brand.key)
    return body.data as Record<string, number | null>
  }
  const planned = await plan('treated_prompts=10&control_prompts=14')
  expect(planned.answers_per_prompt).toBe(2)
  expect(planned.visibility_pct).toBeGreaterThan(30)
  const found = planned.smallest_detectable as number
  expect((await plan(`treated_prompts=10&control_prompts=14&effect=${Math.ceil(found)}`)).power).toBeGreaterThanOrEqual(
    0.8,
  )
  expect((await plan('treated_prompts=100&control_prompts=14')).smallest_detectable).toBeLessThan(found)
  for (const other of ['engine=claude', 'country=DE'])
    expect(await plan(`treated_prompts=10&control_prompts=14&${other}`)).toMatchObject({
      power: null,
      smallest_detectable: null,
    })
  const { status, body } = await test.get(
    `/v1/brands/${brand.brandId}/experiments/plan?treated_prompts=4&control_prompts=14`,
    brand.key,
  )
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('treated_prompts')])
})

it('pools three finished experiments or more, without those that share prompts', async () => {
  const other = await makeBrand(test, 'Acme')
  const texts = Array.from({ length: 30 }, (_, index) => `Which ${index}?`)
  const own: string[] = []
  for (const text of texts) own.push((await test.operate('create-prompt', { brand_id: other.brandId, text })).id)
  const random = randomFrom(39)
  const lines = texts.flatMap((prompt, index) =>
    Array.from({ length: 28 }, (_, day) => ({
      ...{ prompt, engine: 'chatgpt', executed_at: dayAt(day - 14).toISOString() },
      // Each experiment treats its first five prompts, by 40 points.
      answer: 100 * random() < (index % 10 < 5 && day >= 14 ? 70 : 30) ? 'Acme makes boots.' : 'Others do.',
    })),
  )
  await test.operate('import-answers', { brand_id: other.brandId }, answersFile(lines))
  const start10 = (from: number, name: string, started_on = start) =>
    test.operate<{ id: string }>('create-experiment', {
      ...{ brand_id: other.brandId, name, started_on, baseline_days: 14 },
      ended_on: new Date(Date.parse(started_on) + 13 * 86_400_000).toISOString().slice(0, 10),
      treated_prompt_ids: own.slice(from, from + 5),
      control_prompt_ids: own.slice(from + 5, from + 10),
    })
  const pooled = async () => {
    const { body } = await test.get(`/v1/brands/${other.brandId}/experiments/pooled`, other.key)
    return body.data as { effect: Result['effect']; experiments: object[]; left_out: object[] }
  }
  for (const from of [0, 10]) await start10(from, `From ${from}`)
  expect(await pooled()).toMatchObject({ effect: null, experiments: [{}, {}] })
  await start10(20, 'From 20')
  const again = await start10(0, 'Again', isoDay(14))
  const { effect, left_out } = await pooled()
  expect(effect?.low).toBeLessThan(40)
  expect(effect?.high).toBeGreaterThan(40)
  expect(left_out).toEqual([{ id: again.id, name: 'Again', reason: 'shared_prompts' }])
})

it('lists experiments of a period with the results that each one shows, also in reports and exports', async () => {
  test.setNow(`${isoDay(28)}T12:00:00Z`)
  const path = `/v1/brands/${brand.brandId}/experiments`
  const list = async (query: string) => (await test.get(`${path}?${query}`, brand.key)).body.data as Listed[]
  interface Listed extends Omit<Result, 'series'> {
    id: string
    name: string
    started_on: string
    ended_on: string
  }
  const rows = await list('with_results=true')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    const { series, ...result } = await read(row.id)
    expect(row).toEqual(result)
  }
  expect((await list(''))[0]).not.toHaveProperty('verdict')
  const within = (from: string, to: string) => rows.filter((row) => row.ended_on >= from && row.started_on <= to)
  for (const [start_date, end_date] of [
    [isoDay(27), isoDay(27)],
    [isoDay(28), isoDay(40)],
    [isoDay(-9), isoDay(-1)],
  ] as [string, string][])
    expect((await list(`start_date=${start_date}&end_date=${end_date}`)).map(({ id }) => id)).toEqual(
      within(start_date, end_date).map(({ id }) => id),
    )

  const period = { start_date: isoDay(14), end_date: isoDay(27) }
  const shown = within(period.start_date, period.end_date)
  const report = await test.operate('create-report', { brand_id: brand.brandId, ...period })
  const reportPath = `/v1/brands/${brand.brandId}/reports/${report.id}`
  const { body } = await test.get(reportPath, brand.key)
  const { sections } = body.data as { sections: Record<string, { data: object[] }> }
  expect(sections.experiments?.data).toEqual(shown.slice(0, 10))
  const { text } = await test.get(reportPath, brand.key, { accept: 'text/html' })
  const { document: page } = parseHTML(text)
  const cells = [...page.querySelectorAll('section')].find(
    (one) => one.querySelector('h2')?.textContent === 'Experiments',
  )
  const worked = shown.find(({ verdict }) => verdict === 'worked')
  const row = [...(cells?.querySelectorAll('tbody tr') ?? [])].find((one) =>
    one.textContent?.includes(worked?.headline ?? 'none'),
  )
  expect(row?.textContent).toContain('Worked')
  expect(row?.querySelector('data')?.getAttribute('value')).toBe(String(worked?.effect?.value))
  const warnings = worked?.checks.filter(({ status }) => status === 'warning') ?? []
  expect(warnings.length).toBeGreaterThan(0)
  for (const { text: warning } of warnings) expect(row?.textContent).toContain(warning)

  const made = await makeExport(test, brand.brandId, { kind: 'experiments', format: 'ndjson', ...period })
  expect(made).toMatchObject({ status: 'completed', rows: shown.length })
  const file = await test.get(`/v1/brands/${brand.brandId}/exports/${made.id}/file`, brand.key)
  const exported = file.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const plain = shown.map(({ id, name, verdict, verdict_on, effect, smallest_detectable, checks, ...rest }) => ({
    ...{ experiment_id: id, name, started_on: rest.started_on, ended_on: rest.ended_on },
    ...{ verdict, verdict_on, effect: effect?.value ?? null, smallest_detectable },
    ...{ effect_low: effect?.low ?? null, effect_high: effect?.high ?? null },
    warnings: checks.flatMap((check) => (check.status === 'warning' ? [check.name] : [])),
  }))
  for (const one of plain)
    expect(exported.find(({ experiment_id }) => experiment_id === one.experiment_id)).toMatchObject(one)
  const none = { start_date: isoDay(-39), end_date: isoDay(-38) }
  expect(await makeExport(test, brand.brandId, { kind: 'experiments', format: 'csv', ...none })).toMatchObject({
    rows: 0,
  })
})

it('names treated prompts without two controls on their engine and market', async () => {
  const other = await makeBrand(test, 'Bolt')
  const prompts: string[] = []
  for (let prompt = 0; prompt < 10; prompt++) {
    const made = { brand_id: other.brandId, text: `Prompt ${prompt}` }
    prompts.push((await test.operate<{ id: string }>('create-prompt', made)).id)
  }
  const lines = prompts.flatMap((_, prompt) =>
    [-2, 2].map((day) => ({
      ...{
        prompt: `Prompt ${prompt}`,
        engine: 'chatgpt',
        country: prompt === 0 || prompt === 9 ? 'DE' : 'US',
        answer: 'Bolt',
      },
      executed_at: dayAt(day).toISOString(),
    })),
  )
  await test.operate('import-answers', { brand_id: other.brandId }, answersFile(lines))
  const { id: experiment_id } = await test.operate<{ id: string }>('create-experiment', {
    ...{ brand_id: other.brandId, name: 'Boots', started_on: start, ended_on: isoDay(27) },
    ...{ treated_prompt_ids: prompts.slice(0, 5), control_prompt_ids: prompts.slice(5) },
  })
  const { checks } = await test.operate<Result>('get-experiment', { brand_id: other.brandId, experiment_id })
  expect(checks.find(({ name }) => name === 'prompts')).toMatchObject({
    status: 'warning',
    text: 'Left out: “Prompt 0” (fewer than two controls on the same engine in the same market).',
  })
})
