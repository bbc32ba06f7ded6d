import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { reportMail } from './mail-words.ts'
import type { ReportResponse } from './report.ts'

let test: TestApp
let key: string
let brandId: string

beforeAll(async () => {
  test = await startTestApp({ CHROMIUM_PATH: 'none' })
  test.setNow('2026-11-23T12:00:00Z')
  const { id: workspace_id } = await test.operate('create-workspace', { name: 'Ours' })
  key = (await test.operate<{ secret: string }>('create-key', { workspace_id, name: 'k' })).secret
  brandId = (await test.operate('create-brand', { workspace_id, name: 'Dornbrück' })).id
  for (const name of ['Globex', 'Initech'])
    await test.operate('create-competitor', {
      ...{ brand_id: brandId, name, primary_url: `https://${name.toLowerCase()}.example` },
    })
  await test.operate('import-answers', { brand_id: brandId }, answersFile(answers))
})
afterAll(() => test.close())

/** Two weeks of answers from two engines; several answers mention more than one brand. */
const texts = ['Globex and Dornbrück.', 'Globex, Initech, Dornbrück.', 'Initech.', 'Globex.', 'Dornbrück.', 'Initech.']
const answers = Array.from({ length: 210 }, (_, at) => ({
  prompt: `Which shoes? ${at % 5}`,
  engine: at % 3 === 0 ? 'perplexity' : 'chatgpt',
  executed_at: `2026-11-${String(9 + Math.floor(at / 15)).padStart(2, '0')}T08:00:00Z`,
  answer: texts[(at * 7 + Math.floor(at / 100)) % texts.length],
}))

const period = { start_date: '2026-11-16', end_date: '2026-11-22' }
const make = () => test.operate<ReportResponse>('create-report', { brand_id: brandId, ...period })
const get = (id: string, accept: string) => test.get(`/v1/brands/${brandId}/reports/${id}`, key, { accept })

interface ChangeFields {
  verdict?: string
  headline?: string | null
  cause?: string | null
  summary?: string | null
  drivers?: object[]
  figures?: object
  visibility_pct?: number
  previous_visibility_pct?: number
  matched_change?: object
}

/** Stores a report whose row of changes for the brand has these fields. @returns it as JSON, page and mail */
async function render(fields: ChangeFields) {
  const { id } = await make()
  const { db } = test.app.services
  const { content } = await db.selectFrom('reports').select('content').where('id', '=', id).executeTakeFirstOrThrow()
  Object.assign(content.sections.changes?.data.find(({ is_our_brand }) => is_our_brand) ?? {}, fields)
  for (const figure of content.sections.figures?.data ?? [])
    if (figure.is_our_brand && fields.visibility_pct !== undefined)
      Object.assign(figure.visibility_pct as object, { value: fields.visibility_pct })
  await db
    .updateTable('reports')
    .set({ content: JSON.stringify(content) })
    .where('id', '=', id)
    .execute()
  const report: ReportResponse = (await get(id, 'application/json')).body.data
  const page = parseHTML((await get(id, 'text/html')).text).document
  return { report, page, mail: reportMail(report, { url: 'https://ours.example/r', brand: 'Dornbrück' }) }
}

const textOf = (node: { textContent: string | null } | null | undefined) =>
  (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
const cardOf = (page: ReturnType<typeof parseHTML>['document'], name: string) =>
  textOf([...page.querySelectorAll('.card')].find((card) => textOf(card).startsWith(name)))

const up: ChangeFields = {
  ...{ verdict: 'up', visibility_pct: 57.14, previous_visibility_pct: 49.96 },
  matched_change: { value: 9.9, low: 8.8, high: 11.1 },
  headline: 'Visibility is up 7.1 points to 57.1%, and you are now #1 of 9.',
  cause: 'Perplexity accounts for 7.0 of the 7.1 points.',
  summary: 'Visibility rose 7.1 points. Matched change: +9.9.',
  drivers: [
    { kind: 'engine', id: 'perplexity', name: 'Perplexity', points: 7, p_value: 0.001 },
    { kind: 'market', id: 'DE', name: 'Germany', points: -1.25, p_value: 0.01 },
  ],
  figures: {
    market_share_pct: { value: 44.44, previous_value: 40, change: 4.44, verdict: 'no_detectable_change' },
    sentiment_score: { value: 50, previous_value: 61.2, change: -11.2, verdict: 'down' },
    avg_rank: { value: 1.5, previous_value: 1.21, change: 0.29, verdict: 'up' },
  },
}

describe('the sentences of a report', () => {
  it('are those of the API, with drivers in order', async () => {
    const { report, page, mail } = await render(up)
    expect(report).toMatchObject({ headline: up.headline, cause: up.cause, summary: up.summary })
    expect(textOf(page.querySelector('.lead'))).toBe(`${up.headline} ${up.cause}`)
    expect(textOf(page.querySelector('header'))).toContain(up.summary)
    const drivers = ['Perplexity (engine): +7.0 points', 'Germany (market): −1.3 points']
    expect([...page.querySelectorAll('h3 + ul li')].map(textOf)).toEqual(drivers)
    for (const words of [`${up.headline} ${up.cause}`, up.summary as string, ...drivers]) {
      expect(mail.text).toContain(words)
      expect(textOf(parseHTML(mail.html).document.body)).toContain(words)
    }
  })

  it('are the summary in a report of an older release', async () => {
    const { report, page, mail } = await render({ headline: null, summary: 'Visibility rose 0.7 points.' })
    expect(report.headline).toBeNull()
    expect(textOf(page.querySelector('.lead'))).toBe('Visibility rose 0.7 points.')
    expect(mail.text).toContain('Visibility rose 0.7 points.')
  })
})

describe('the four metrics of a report', () => {
  it('have a change and verdict: arrows follow the number, colors its meaning', async () => {
    const { page, mail } = await render(up)
    expect(cardOf(page, 'Visibility')).toContain('57.1% ▲ +7.1 points')
    expect(cardOf(page, 'Share of voice')).toContain('+4.4 points, no clear change')
    expect(cardOf(page, 'Sentiment')).toContain('▼ −11.2 points')
    expect(cardOf(page, 'Average position')).toContain('▲ +0.3')
    const colors = [...page.querySelectorAll('.card')].map((card) =>
      ['good', 'bad', 'muted'].find((color) => card.querySelector(`.small > .${color}`) !== null),
    )
    expect(colors).toEqual(['good', 'muted', 'bad', 'bad'])
    expect(mail.text).toMatch(/^Share of voice: .*; \+4\.4 points, no clear change$/m)
    expect(mail.text).toMatch(/^Average position: .*; ▲ \+0\.3$/m)
  })

  it('never show the matched change instead of their difference', async () => {
    const { page, mail } = await render({ ...up, summary: null })
    for (const text of [textOf(page.body), mail.text, mail.html]) expect(text).not.toMatch(/9\.9|8\.8|11\.1/)
  })

  it.each(['no_detectable_change', 'not_comparable'])('have no arrow or color: %s', async (verdict) => {
    const { page, mail } = await render({ verdict, visibility_pct: 40.66, previous_visibility_pct: 40.04 })
    expect(cardOf(page, 'Visibility')).toContain('+0.7 points, ')
    const row = [...page.querySelectorAll('tr.ours')].find((tr) => textOf(tr).includes('40.0%'))
    expect(textOf(row)).toContain('40.0% 40.7%+0.7 points')
    for (const element of [page.querySelector('.card'), row]) {
      expect(textOf(element)).not.toMatch(/[▲▼]/)
      expect(element?.querySelector('.good, .bad')).toBeNull()
    }
    expect(mail.text).not.toMatch(/^Visibility: .*[▲▼]/m)
  })

  it('have no arrow that contradicts the sign of the change', async () => {
    const { page } = await render({ ...up, visibility_pct: 48, previous_visibility_pct: 50 })
    expect(cardOf(page, 'Visibility')).toContain('48.0% −2.0 points')
    expect(cardOf(page, 'Visibility')).not.toMatch(/[▲▼]/)
  })

  it('have no change, rather than zero, in a report that lacks them', async () => {
    const { page } = await render({ figures: undefined as never })
    expect(cardOf(page, 'Share of voice')).not.toMatch(/[+−±]|no earlier data/)
  })
})

it('every share is between 0% and 100%, and every change is the difference of its two values', async () => {
  const { id } = await make()
  const page = parseHTML((await get(id, 'text/html')).text).document
  const shares = [...textOf(page.body).matchAll(/(\d+(?:\.\d+)?)%/g)].map(([, share]) => Number(share))
  expect(shares.length).toBeGreaterThan(20)
  expect(Math.max(...shares)).toBeLessThanOrEqual(100)
  const tables = [...page.querySelectorAll('table')].filter((table) => textOf(table).includes('Before'))
  const rows = tables.flatMap((table) => [...table.querySelectorAll('tbody tr')])
  expect(rows).toHaveLength(3 + 2)
  for (const row of rows) {
    const [before, now] = [...row.querySelectorAll('.number')].map((cell) => Number(textOf(cell).replace('%', '')))
    const shown = /([+−±])(\d+\.\d)/.exec(textOf(row.querySelectorAll('td')[3]))
    const change = Number(shown?.[2]) * (shown?.[1] === '−' ? -1 : 1)
    expect(change).toBeCloseTo((now ?? Number.NaN) - (before ?? Number.NaN), 6)
  }
})

it('the parts of a change add up to the change', async () => {
  const { id } = await make()
  const page = parseHTML((await get(id, 'text/html')).text).document
  for (const row of [...(page.querySelector('table')?.querySelectorAll('tbody tr') ?? [])]) {
    const numbers = (cell: number) =>
      [...textOf(row.querySelectorAll('td')[cell]).matchAll(/([+−±])(\d+\.\d)/g)].map(
        ([, sign, value]) => Number(value) * (sign === '−' ? -1 : 1),
      )
    const sum = numbers(4).reduce((all, part) => all + part, 0)
    expect(sum).toBeCloseTo(numbers(3)[0] ?? Number.NaN, 6)
  }
})

it.each([
  [9, false],
  [10, true],
])('a report with %i listed sites says that there may be more: %s', async (rows, isStated) => {
  const { id } = await make()
  const { db } = test.app.services
  const reports = db.selectFrom('reports').select('content').where('id', '=', id)
  const { content } = await reports.executeTakeFirstOrThrow()
  const site = { share_of_answers_pct: 1, answer_count: 1, owner: { type: 'other', name: null } }
  content.sections.sources = {
    data: Array.from({ length: rows }, (_, at) => ({ ...site, domain: `${at}.example` })),
  }
  await db
    .updateTable('reports')
    .set({ content: JSON.stringify(content) })
    .where('id', '=', id)
    .execute()
  expect((await get(id, 'text/html')).text.includes('At most 10 are listed here.')).toBe(isStated)
})

it('the default period ends yesterday, and today as the last day is called a partial day', async () => {
  const { period: shown } = await test.operate<ReportResponse>('create-report', { brand_id: brandId })
  expect(shown).toEqual({ start_date: '2026-10-24', end_date: '2026-11-22' })
  const today = { start_date: '2026-11-17', end_date: '2026-11-23' }
  const { id } = await test.operate('create-report', { brand_id: brandId, ...today })
  expect((await get(id, 'text/html')).text).toContain('the last day is a partial day')
  expect((await get((await make()).id, 'text/html')).text).not.toContain('partial day')
})

describe('visits from AI engines', () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
  const line = (day: number, address: number, target = '/', referrer = '-') =>
    `192.0.2.${address} - - [${day}/Nov/2026:08:00:0${target === '/' ? 0 : 5} +0000] "GET ${target} HTTP/1.1" 200 9 "${referrer}" "${agent}"\n`

  it('are missing without a log, and show as minimums with the previous period and rates of goals', async () => {
    const without = await make()
    expect((await get(without.id, 'text/html')).text).not.toContain('Visits from AI engines')
    const claude = 'https://claude.ai/'
    const lines = [line(17, 1, '/', claude), line(17, 1, '/done'), line(18, 2, '/', claude), line(10, 3, '/', claude)]
    await test.operate('create-goal', { brand_id: brandId, name: 'Orders', path: '/done' })
    await test.operate('import-crawler-logs', { brand_id: brandId, domain: 'acme.com' }, lines.join(''))
    const { report, page, mail } = await render({})
    const rowsOf = (heading: string) => {
      const section = [...page.querySelectorAll('section')].find((part) => textOf(part.querySelector('h2')) === heading)
      return [...(section?.querySelectorAll('tbody tr') ?? [])].map(textOf)
    }
    expect(rowsOf('Visits from AI engines')).toEqual(['Claudeat least 1at least 2at least 0'])
    // Wilson’s interval of 1 in 2.
    expect(rowsOf('Goals of these visits')).toEqual(['Ordersat least 1 50.0% 9.5% to 90.6%'])
    expect(textOf(page.querySelector('main'))).toContain('Referrers can be forged.')
    for (const text of [mail.text, mail.html]) expect(text).toContain('Visits from AI engines: at least 2')
    expect(report.sections.traffic).toMatchObject({ data: [{ engine: 'claude', visits: 2, previous_visits: 1 }] })
  })
})
