import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { percent } from '../format/numbers.ts'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole } from '../testing/open-console.ts'

describe.runIf(hasBrowser)('the overview', () => {
  let ours: FilledConsole
  const period = 'from=2026-05-17&to=2026-06-15'
  const query = 'start_date=2026-05-17&end_date=2026-06-15'

  beforeAll(async () => {
    ours = await openFilledConsole('viewer')
  })
  afterAll(() => ours?.close())

  const open = (path: string) => ours.open('viewer', path)
  const v1 = async <T>(path: string): Promise<T[]> => (await ours.v1<T[]>(path)).data

  interface Ranked {
    name: string
    is_our_brand: boolean
    rank: number
    visibility_pct: number | null
    market_share_pct: number | null
  }

  it('shows the figures of the API with the filters from the URL', async () => {
    const engines = await v1<{ engine: string }>('engines')
    for (const engine of ['', engines[0]?.engine as string]) {
      const page = await open(`overview?${period}${engine === '' ? '' : `&engine=${engine}`}`)
      const rows = await v1<Ranked>(
        `competitors/rankings?${query}&compare_to_previous=true${engine === '' ? '' : `&engine=${engine}`}`,
      )
      const own = rows.find(({ is_our_brand }) => is_our_brand)
      const shown = await page.getByRole('group', { name: 'Choose a figure for the chart' }).innerText()
      expect(shown).toContain(percent(own?.visibility_pct))
      expect(shown).toContain(percent(own?.market_share_pct))
      const table = page.getByRole('table', { name: 'Ranking' })
      const cells = await table
        .locator('tbody tr')
        .evaluateAll((trs) => trs.map((tr) => [...tr.querySelectorAll('td')].map((td) => td.innerText.split('\n')[0])))
      expect(cells.map(([rank, name, visibility, , share]) => [rank, name, visibility, share])).toEqual(
        rows
          .slice(0, 9)
          .map((row) => [String(row.rank), row.name, percent(row.visibility_pct), percent(row.market_share_pct)]),
      )
      await page.close()
    }
  })

  it('shows the same after a reload; Back returns to the previous page', async () => {
    const page = await open(`overview?${period}`)
    const engine = page.getByRole('list', { name: 'Change by engine' }).getByRole('button').first()
    await engine.click()
    await page.waitForURL(/engine=/)
    await isRead(page)
    const figures = () => page.getByRole('group', { name: 'Choose a figure for the chart' }).innerText()
    const filtered = await figures()
    await page.reload()
    await isRead(page)
    expect(await figures()).toBe(filtered)
    const address = page.url()
    await page.getByRole('link', { name: 'Answers', exact: true }).click()
    await page.waitForURL(/answers\?.*engine=/)
    await page.goBack()
    expect(page.url()).toBe(address)
    await page.close()
  })

  it('offers viewers only actions that the server allows', async () => {
    for (const [path, name] of [
      ['competitors', 'Add competitor'],
      ['prompts', 'Add prompts'],
      ['site-health', 'Run audit'],
    ] as const) {
      const page = await open(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByRole('button', { name }).count(), path).toBe(0)
      await page.close()
    }
  })
})
