import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledConsole, hasBrowser, openFilledConsole } from '../testing/open-console.ts'

const period = { start_date: '2026-05-20', end_date: '2026-06-15' }
const query = new URLSearchParams(period)

interface Figure {
  value: number | null
}
interface Row {
  name: string
  visibility_pct: Figure
  market_share_pct: Figure
  sentiment_score: Figure
  avg_rank: Figure
}
type Change = { name: string; visibility_pct: number | null; previous_visibility_pct: number | null }

describe.runIf(hasBrowser)('reports', () => {
  let ours: FilledConsole
  let reportId: string

  beforeAll(async () => {
    ours = await openFilledConsole('owner', 'viewer')
    reportId = (await ours.test.operate('create-report', { brand_id: ours.brandId, ...period })).id
  })
  afterAll(() => ours?.close())

  const download = async (page: Page, type: string) => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: new RegExp(`^Download .* as ${type}$`) })
        .first()
        .click(),
    ])
    return { name: saved.suggestedFilename(), content: readFileSync(await saved.path()) }
  }

  /** The exact figures in the table rows below a heading. */
  const figuresBelow = (page: Page, heading: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector('td')?.textContent?.trim() ?? '',
          ...[...row.querySelectorAll('data')].map(({ value }) => (value === '' ? null : Number(value))),
        ]),
      )

  it('downloaded as HTML and PDF have the figures of the API', async () => {
    const page = await ours.open('viewer', `reports/${reportId}`)
    const { name, content } = await download(page, 'HTML')
    expect(name).toBe('acme-2026-05-20-to-2026-06-15.html')
    const opened = await ours.windowOf('viewer').newPage()
    await opened.setContent(content.toString())
    const { data: intervals } = await ours.v1<Row[]>(`visibility/intervals?${query}`)
    expect(await figuresBelow(opened, 'Compared with competitors')).toEqual(
      intervals.map((row) => [
        row.name,
        row.visibility_pct.value,
        row.market_share_pct.value,
        row.sentiment_score.value,
        row.avg_rank.value,
      ]),
    )
    const { data: changes } = await ours.v1<Change[]>(`visibility/changes?${query}`)
    const inReport = await figuresBelow(opened, 'What changed')
    expect(inReport.sort()).toEqual(
      changes.map((row) => [row.name, row.previous_visibility_pct, row.visibility_pct]).sort(),
    )
    const { data: sites } = await ours.v1<{ domain: string; answer_count: number; share_of_answers_pct: number }[]>(
      `citations/domains?${query}`,
    )
    expect(await figuresBelow(opened, 'Most cited sites')).toEqual(
      sites.map((row) => [row.domain, row.answer_count, row.share_of_answers_pct]),
    )
    const pdf = await download(page, 'PDF')
    expect(pdf.name).toBe('acme-2026-05-20-to-2026-06-15.pdf')
    const { text } = await extractText(new Uint8Array(pdf.content), { mergePages: true })
    const [own] = intervals
    for (const shown of [`${own?.visibility_pct.value?.toFixed(1)}%`, 'globex.com', 'Compared with competitors'])
      expect(text).toContain(shown)
    await opened.close()
    await page.close()
  })

  it('show their figures on the page', async () => {
    const page = await ours.open('viewer', `reports/${reportId}`)
    const { data: intervals } = await ours.v1<Row[]>(`visibility/intervals?${query}`)
    const rows = page.getByRole('table', { name: 'Compared with competitors' }).locator('tbody tr')
    expect(await rows.count()).toBe(intervals.length)
    for (const [place, row] of intervals.entries())
      expect(await rows.nth(place).innerText()).toContain(row.visibility_pct.value?.toFixed(1))
    await page.close()
  })

  it('show the sentences of the API, the changes of all four figures and a correction', async () => {
    const { id } = await ours.test.operate('create-report', { brand_id: ours.brandId, ...period })
    const { db } = ours.test.app.services
    const reports = db.selectFrom('reports').select('content').where('id', '=', id)
    const { content } = await reports.executeTakeFirstOrThrow()
    Object.assign(content.sections.changes?.data.find(({ is_our_brand }) => is_our_brand) ?? {}, {
      ...{ visibility_pct: 57.14, previous_visibility_pct: 49.96, change: 7.18, verdict: 'up' },
      matched_change: { value: 9.9, low: 8.8, high: 11.1 },
      headline: 'Visibility is up 7.1 points to 57.1%.',
      cause: 'Perplexity accounts for 7.0 of the 7.1 points.',
      summary: 'The explanation.',
      drivers: [{ kind: 'engine', id: 'perplexity', name: 'Perplexity', points: 7, p_value: 0.001 }],
      figures: {
        market_share_pct: { value: 40.66, previous_value: 40.04, verdict: 'no_detectable_change' },
        sentiment_score: { value: 50.4, previous_value: 61.6, verdict: 'down' },
        avg_rank: { value: 1.5, previous_value: 1.21, verdict: 'up' },
      },
    })
    const corrected_at = new Date('2026-06-20T00:00:00Z')
    await db
      .updateTable('reports')
      .set({ content: JSON.stringify(content), corrected_at })
      .where('id', '=', id)
      .execute()
    const page = await ours.open('viewer', `reports/${id}`)
    await page.getByText('Visibility is up 7.1 points to 57.1%. Perplexity accounts').waitFor()
    const text = await page.locator('main').innerText()
    for (const words of [
      ...['Corrected on', 'The explanation.', '7.1 pts', 'No clear change'],
      ...['12 pts', 'up\n0.3', 'Perplexity (engine) +7.0 points'],
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/9\.9|8\.8|11\.1/)
    const list = await ours.open('viewer', 'reports')
    await list.getByText('Corrected on').waitFor()
    await list.close()
    await page.close()
  })

  it('are created and opened', async () => {
    const page = await ours.open('owner', 'reports')
    await page.getByRole('button', { name: 'Create report' }).click()
    await page.getByLabel('First day').fill('2026-06-01')
    await page.getByLabel('Last day').fill('2026-06-03')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '1 – 3 June 2026' }).waitFor()
    await page.getByRole('link', { name: '← All reports' }).click()
    await page.getByRole('link', { name: '1 – 3 June 2026' }).first().waitFor()
    await page.close()
  })

  it('have a schedule and recipients; viewers cannot edit them or see addresses', async () => {
    const page = await ours.open('owner', 'reports')
    await page.getByLabel('Monthly').check()
    await page.getByLabel('Email alerts').selectOption('falls')
    await page.getByLabel(/^owner/).check()
    await page.getByLabel('Other addresses').fill('board@people.example\n')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
    const settings = await ours.test.operate('get-report-settings', { brand_id: ours.brandId })
    expect(settings).toMatchObject({
      weekly: false,
      monthly: true,
      alerts: 'falls',
      person_ids: [expect.any(String)],
      addresses: ['board@people.example'],
    })
    await page.close()
    const seen = await ours.open('viewer', 'reports')
    expect(await seen.getByLabel('Monthly').isChecked()).toBe(true)
    expect(await seen.getByLabel('Monthly').isDisabled()).toBe(true)
    expect(await seen.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect(await seen.getByText('This server does not send email').count()).toBe(1)
    expect(await seen.getByLabel('Other addresses').count()).toBe(0)
    await seen.close()
  })
})
