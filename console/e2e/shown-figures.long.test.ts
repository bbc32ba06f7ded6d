import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersFile } from '../../src/testing/test-app.ts'
import { type FilledConsole, hasBrowser, openFilledConsole, rowsOf } from '../testing/open-console.ts'

const rivals = Array.from({ length: 24 }, (_, index) => `Rival${String(index + 1).padStart(2, '0')}x`)

/** Acme is in about 2 of 10 answers, later in 8; many brands are mentioned several times per answer. */
function answerOf(prompt: number, day: number, isLate: boolean): string {
  const acme = (day + prompt) % 5 < (isLate ? 4 : 1) ? 'Acme is good, and Acme is cheap. ' : ''
  const named = rivals.filter((_, index) => (day * 3 + prompt * 5 + index) % 7 < (isLate ? 2 : 3))
  return `${acme}Globex, then Globex again. ${named.map((name) => `${name} is an option, as ${name} says.`).join(' ')}`
}

describe.runIf(hasBrowser)('figures and changes as pages show them', () => {
  let ours: FilledConsole
  let reportId: string
  const [start_date, end_date] = ['2026-05-17', '2026-06-15']
  const period = `from=${start_date}&to=${end_date}`

  beforeAll(async () => {
    ours = await openFilledConsole('viewer')
    const { test, brandId: brand_id } = ours
    for (const name of rivals)
      await test.operate('create-competitor', { brand_id, name, primary_url: `https://${name}.example` })
    const lines = Array.from({ length: 54 }, (_, day) => new Date(Date.UTC(2026, 3, 22 + day, 9))).flatMap((at, day) =>
      Array.from({ length: 10 }, (_, prompt) => ({
        ...{ id: `${day} ${prompt}`, prompt: `Which tool is best for task ${prompt}?`, country: 'US' },
        engine: prompt % 2 === 0 ? 'chatgpt' : 'perplexity',
        executed_at: at.toISOString(),
        answer: answerOf(prompt, day, at.toISOString() >= start_date),
      })),
    )
    await test.operate('import-answers', { brand_id }, answersFile(lines))
    await test.historyIsRead()
    reportId = (await test.operate('create-report', { brand_id, start_date, end_date })).id
  })
  afterAll(() => ours?.close())

  const numberOf = (text: string) => Number(text.replace('−', '-').replace(/[+%]/g, ''))
  const figure = String.raw`(\d+(?:\.\d+)?%?)`
  const change = String.raw`(up|down)\s+(\d+(?:\.\d+)?)`
  /** A figure, and below it a real change with the earlier figure. */
  const card = new RegExp(String.raw`${figure}\s+${change}(?: pts)?\s+from ${figure}`, 'g')
  /** Both figures, and a real change next to them. */
  const row = new RegExp(String.raw`${figure} → ${figure}\s+${change} pts`, 'g')

  async function expectConsistent(text: string): Promise<void> {
    const shares = [...text.matchAll(/([−-]?\d[\d,]*(?:\.\d+)?)%/g)].map(([, share = '']) => numberOf(share))
    expect(shares.length).toBeGreaterThan(20)
    for (const share of shares) {
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(100)
    }
    const cards = [...text.matchAll(card)].map(([, now = '', way, moved = '', before = '']) => ({
      ...{ before, way, moved, now },
    }))
    const rows = [...text.matchAll(row)].map(([, before = '', now = '', way, moved = '']) => ({
      ...{ before, way, moved, now },
    }))
    expect(rows.length).toBeGreaterThan(0)
    for (const { before, way, moved, now } of [...cards, ...rows])
      expect((way === 'up' ? 1 : -1) * numberOf(moved), `${before} to ${now}`).toBeCloseTo(
        numberOf(now) - numberOf(before),
        6,
      )
  }

  it('hold shares from 0 to 100, and changes that are the difference of their two figures', async () => {
    for (const [path, part] of [
      [`overview?${period}&open=changes`, '[role=dialog]'],
      [`reports/${reportId}`, 'main'],
    ] as const) {
      const page = await ours.open('viewer', path)
      await expectConsistent(await page.locator(part).innerText())
      await page.close()
    }
  })

  it('include every competitor, each in a color that is not the brand’s', async () => {
    const { data } = await ours.v1<{ name: string; color: number }[]>('competitors?limit=100')
    expect(data.length).toBeGreaterThan(rivals.length)
    const page = await ours.open('viewer', `competitors?${period}`)
    for (const name of ['Ranking', 'Competitors']) {
      const section = page.locator('section', { has: page.getByRole('table', { name, exact: true }) })
      await section.getByRole('button', { name: /^Show all / }).click()
      const names = (await rowsOf(page, name)).map((cells) => cells[name === 'Ranking' ? 1 : 0])
      expect(names).toEqual(expect.arrayContaining(data.map((competitor) => competitor.name)))
    }
    await page.close()
    const gaps = await ours.open('viewer', `competitors?${period}&tab=gaps`)
    expect(await gaps.getByLabel('Compare with').locator('option').count()).toBe(data.length + 1)
    await gaps.close()
    const overview = await ours.open('viewer', `overview?${period}`)
    const chart = overview.getByRole('region', { name: 'Figures' })
    const lines = await chart
      .locator('svg g[stroke]')
      .evaluateAll((all) => all.map((line) => line.getAttribute('stroke')))
    expect(lines.filter((color) => color === 'var(--accent)')).toHaveLength(1)
    expect(lines.length).toBeGreaterThan(4)
    for (const color of lines) expect(color).toMatch(/^var\(--(accent|c[0-5])\)$/)
    await overview.close()
  })
})
