import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineName, marketName } from '../copy/engines.ts'
import { count, percent } from '../format/numbers.ts'
import { type FilledConsole, hasBrowser, openFilledConsole, rowsOf } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('trends and search', () => {
  let ours: FilledConsole
  // The last day has answers and visits.
  const period = 'from=2026-05-20&to=2026-06-01'
  const query = 'start_date=2026-05-20&end_date=2026-06-01'

  beforeAll(async () => {
    ours = await openFilledConsole('owner')
  })
  afterAll(() => ours?.close())

  const open = (path: string) => ours.open('owner', path)
  const v1 = async <T>(path: string): Promise<T> => (await ours.v1<T>(path)).data

  /** Shows single days instead of averages. */
  async function chooseDaily(page: Page, chart: RegExp): Promise<void> {
    await page.getByRole('button', { name: new RegExp(`^Chart actions: ${chart.source}`) }).click()
    await page.getByRole('menuitem', { name: 'Daily' }).click()
  }

  /** Names and values that a chart shows for its last day. */
  async function lastDayOf(page: Page, title: RegExp): Promise<string[]> {
    const chart = page.getByRole('img', { name: title })
    await chart.press('End')
    const lines = page.locator('figure', { has: chart }).locator('li')
    return (await lines.allInnerTexts()).map((text) => text.replace(/\s*\n\s*/, ' ')).sort()
  }

  it('show the brand’s visibility per engine, market and topic, as in the API', async () => {
    interface Line {
      segment: string
      points: { visibility_pct: number | null }[]
    }
    const names = { engine: engineName, market: marketName, topic: (name: string) => name }
    for (const by of ['engine', 'market', 'topic'] as const) {
      const page = await open(`overview?${period}&by=${by}`)
      await chooseDaily(page, new RegExp(`Visibility by ${by} over time`))
      const lines = await v1<Line[]>(`visibility/segments/trend?dimension=${by}&${query}`)
      expect(lines.length).toBeGreaterThan(0)
      expect(await lastDayOf(page, new RegExp(`^Visibility by ${by} over time`))).toEqual(
        lines
          .map(({ segment, points }) => {
            const value = points.at(-1)?.visibility_pct ?? null
            return `${names[by](segment)} ${value === null ? 'no answers' : percent(value, 0)}`
          })
          .sort(),
      )
      await page.close()
    }
  })

  it('show citations by owner and domain, as in the API', async () => {
    interface Line {
      domain: string | null
      owner: { name: string | null }
      points: { share_of_answers_pct: number | null }[]
    }
    for (const by of ['domain', 'owner'] as const) {
      const page = await open(`sources?tab=trend&${period}${by === 'domain' ? '' : `&by=${by}`}`)
      const lines = await v1<Line[]>(`citations/trend?dimension=${by}&${query}`)
      expect(lines.length).toBeGreaterThan(1)
      const shown = await lastDayOf(page, new RegExp(`^Citations over time: ${by}s`))
      expect(shown).toEqual(
        lines
          .slice(0, 6)
          .map(({ domain, owner, points }) => {
            const value = points.at(-1)?.share_of_answers_pct ?? null
            const name = domain ?? owner.name ?? 'Others'
            return `${name} ${value === null ? 'no answers' : percent(value, 0)}`
          })
          .sort(),
      )
      await page.close()
    }
  })

  it('show the visits of each bot, as in the API', async () => {
    const page = await open(`ai-traffic?tab=bots&${period}`)
    interface Trend {
      bots: { bot_name: string; points: { visits: number }[] }[]
    }
    const { bots } = await v1<Trend>(`crawler/trend?${query}`)
    const summary = await v1<{ days: { visits: number }[] }>(`crawler/summary?${query}`)
    const lines = bots.slice(0, 5).map(({ bot_name, points }) => `${bot_name} ${count(points.at(-1)?.visits)}`)
    expect(await lastDayOf(page, /^Daily visits/)).toEqual(
      [`All bots ${count(summary.days.at(-1)?.visits)}`, ...lines].sort(),
    )
    await page.close()
  })

  it('list individual visits of all bots or one', async () => {
    interface Visit {
      ts: string
      bot_name: string
      domain: string
      path: string
    }
    const page = await open(`ai-traffic?tab=visits&${period}`)
    const table = page.getByRole('table', { name: 'Visits' })
    for (const crawler of ['All bots', 'GPTBot']) {
      await page.getByLabel('Bot', { exact: true }).selectOption(crawler)
      const one = crawler === 'All bots' ? '' : `&crawler=${crawler}`
      const visits = await v1<Visit[]>(`crawler/logs?${query}&limit=50${one}`)
      expect(visits.length).toBeGreaterThan(0)
      const rows = visits.map(({ ts, bot_name, domain, path }) => [
        `${ts.slice(0, 16).replace('T', ' ')} UTC`,
        ...[bot_name, `${domain}${path}`],
      ])
      await table.waitFor()
      await expect.poll(() => rowsOf(page, 'Visits').then((all) => all.map((row) => row.slice(0, 3)))).toEqual(rows)
    }
    await page.close()
  })

  it('show the requests of each key, as in the API', async () => {
    await ours.v1('/me')
    interface Days {
      days: { requests: number }[]
      keys: { days: { requests: number }[] }[]
    }
    const page = await open('/settings/keys')
    const of = { workspace_id: ours.fixture.workspaceId }
    const { days, keys } = await ours.test.operate<Days>('get-usage-days', of)
    const shown = await lastDayOf(page, /^Requests per day/)
    expect(shown).toContain(`All keys ${count(days.at(-1)?.requests)}`)
    expect(shown).toHaveLength(keys.length === 1 ? 1 : 1 + Math.min(5, keys.length))
    await page.close()
  })

  it('show search results, with the search in the URL; Back removes it', async () => {
    const page = await open(`answers?${period}`)
    const rows = () => page.locator('li a[href*="/answers/"] bdi').allInnerTexts()
    const all = await rows()
    const field = page.getByRole('searchbox', { name: 'Search prompts and answers' })
    await field.fill('SHOES')
    await field.press('Enter')
    await page.waitForURL(/search=SHOES/)
    await page.getByText('answers contain “SHOES”').waitFor()
    const found = await v1<{ prompt: string }[]>(`executions?search=shoes&${query}`)
    await expect.poll(rows).toEqual(found.map(({ prompt }) => prompt))
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(all.length)
    await page.reload()
    await page.getByText('answers contain “SHOES”').waitFor()
    expect(await field.inputValue()).toBe('SHOES')
    await expect.poll(rows).toEqual(found.map(({ prompt }) => prompt))
    await page.goBack()
    await page.getByText('answers, newest first').waitFor()
    await expect.poll(rows).toEqual(all)
    expect(await field.inputValue()).toBe('')
    await page.close()
  })
})
