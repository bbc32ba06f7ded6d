import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketName } from '../copy/engines.ts'
import { percent } from '../format/numbers.ts'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole } from '../testing/open-console.ts'

const period = 'from=2026-05-17&to=2026-06-15'
const query = 'start_date=2026-05-17&end_date=2026-06-15'

describe.runIf(hasBrowser)('filters in the URL', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('editor')
  })
  afterAll(() => ours?.close())

  interface Segment {
    segment: string
    topic_id?: string
    visibility_pct: number | null
  }

  /** The shares that the overview shows for markets or topics. */
  async function sharesOf(page: Page, dimension: 'market' | 'topic'): Promise<string[]> {
    const rows =
      dimension === 'market'
        ? page.getByRole('list', { name: 'Visibility by market', exact: true }).getByRole('listitem')
        : page.getByRole('table', { name: 'Topics', exact: true }).locator('tbody tr')
    const texts = await rows.allInnerTexts()
    return texts.flatMap((text) => /[\d.]+%|–/.exec(text)?.[0] ?? []).sort()
  }

  it('apply to markets and topics, except the dimension’s own filter', async () => {
    const prompts = await ours.v1<{ executions: number; tags: { id: string }[] }[]>(`prompts?${query}&limit=100`)
    const tagged = prompts.data.find(({ executions, tags }) => executions > 0 && tags.length > 0)
    for (const filter of ['engine=chatgpt', `tag=${tagged?.tags[0]?.id}`]) {
      const page = await ours.open('editor', `overview?${period}&${filter}`)
      const filtered = `${query}&${filter.replace('tag=', 'tag_id=')}`
      for (const dimension of ['market', 'topic'] as const) {
        const { data } = await ours.v1<Segment[]>(
          `visibility/segments/trend?dimension=${dimension}&${filtered}&interval=month&limit=5`,
        )
        expect(data).not.toEqual([])
        expect(await sharesOf(page, dimension)).toEqual(
          data.map(({ visibility_pct }) => percent(visibility_pct)).sort(),
        )
      }
      await page.close()
    }
  })

  it('keep the other values of a dimension visible', async () => {
    const page = await ours.open('editor', `overview?${period}&country=US`)
    const { data } = await ours.v1<Segment[]>(`visibility/segments/trend?dimension=market&${query}`)
    expect(data.length).toBeGreaterThan(1)
    const bars = page.getByRole('list', { name: 'Visibility by market', exact: true })
    expect(await bars.getByRole('listitem').count()).toBe(data.length)
    const chosen = bars.getByRole('button', { name: marketName('US') })
    expect(await chosen.getAttribute('aria-pressed')).toBe('true')
    await page.close()
  })

  it.each([
    ['competitors?tab=suggested&state=gone', 'state', 'gone'],
    ['sources?tab=earned&state=gone', 'state', 'gone'],
    ['content?tab=alignment&state=open', 'state', 'open'],
    ['opportunities?kind=magic', 'kind', 'magic'],
    ['competitors?tab=nowhere', 'tab', 'nowhere'],
    [`overview?${period}&by=planet`, 'by', 'planet'],
    ['site-health?category=weather', 'category', 'weather'],
  ])('show an error if invalid: %s', async (path, name, value) => {
    const page = await ours.open('editor', path)
    await page.getByRole('alert').getByText(`Invalid URL parameter ${name}="${value}"`).waitFor()
    await page.close()
  })

  it('request no ranking if none is shown', async () => {
    for (const tab of ['suggested', 'gaps']) {
      const asked: string[] = []
      const page = await ours.windowOf('editor').newPage()
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(`${ours.url}/${ours.fixture.workspaceId}/${ours.brandId}/competitors?tab=${tab}`)
      await isRead(page)
      expect(asked.filter((path) => /rankings|visibility\/changes/.test(path))).toEqual([])
      expect(asked.length).toBeGreaterThan(5)
      await page.close()
    }
  })

  it('make the figures of the ranking one tab stop, and reachable by arrow keys', async () => {
    const page = await ours.open('editor', `competitors?${period}`)
    const table = page.getByRole('table', { name: 'Ranking', exact: true })
    const rows = await table.locator('tbody tr').count()
    expect(rows).toBeGreaterThan(1)
    const stops = table.locator('tbody button[tabindex="0"]')
    expect(await stops.count()).toBe(1)
    expect(await table.locator('tbody button').count()).toBeGreaterThan(3 * rows)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('title') ?? '')
    await stops.focus()
    const first = await focused()
    await page.keyboard.press('ArrowDown')
    const below = await focused()
    expect(below).not.toBe(first)
    expect(below.split(',')[1]).toBe(first.split(',')[1])
    await page.keyboard.press('End')
    expect(await focused()).toContain('sentiment')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Counted').waitFor()
    await page.keyboard.press('Escape')
    // Closing the popover returns the focus.
    await expect.poll(focused).toContain('sentiment')
    await page.keyboard.press('Tab')
    // Links of the rows are tab stops, figures are not.
    expect(await table.locator('button:focus').count()).toBe(0)
    await page.close()
  })

  it('keep chart values within the window on a phone', async () => {
    const page = await ours.windowOf('editor').newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    const brand = `${ours.url}/${ours.fixture.workspaceId}/${ours.brandId}`
    for (const [path, name] of [
      [`overview?${period}`, /^Visibility over time\. Use left/],
      ['collection?tab=plan&goal=prompts_like_these&points=15', /^Precision by spend/],
    ] as const) {
      await page.goto(`${brand}/${path}`)
      await isRead(page)
      const chart = page.getByRole('img', { name }).first()
      const reading = page.locator('figure', { has: chart }).locator('[aria-live]')
      await chart.focus()
      await page.keyboard.press('Home')
      let before = ''
      for (let text = await reading.innerText(); text !== before; text = await reading.innerText()) {
        before = text
        const box = await reading.boundingBox()
        expect(box?.x, text).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0), text).toBeLessThanOrEqual(390)
        await page.keyboard.press('ArrowRight')
      }
      // A point says which curve it belongs to.
      if (path.startsWith('collection'))
        expect(before).toMatch(/^(More prompts|Same prompts, more runs|More prompts and runs)\n/)
    }
    await page.close()
  })
})
