import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketName } from '../copy/engines.ts'
import { percent } from '../format/numbers.ts'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole } from '../testing/open-console.ts'

const period = 'from=2026-05-17&to=2026-06-15'
const query = 'start_date=2026-05-17&end_date=2026-06-15'

describe.runIf(hasBrowser)('what an address narrows a page to', () => {
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

  const barsOf = async (page: Page, name: string) =>
    (await page.getByRole('list', { name, exact: true }).getByRole('listitem').allInnerTexts()).map((text) =>
      text.split('\n').at(-1),
    )

  it('is what markets and topics are counted by, but for the filter of their own', async () => {
    const prompts = await ours.v1<{ executions: number; tags: { id: string }[] }[]>(
      `prompts?${query}&limit=100`,
    )
    const tagged = prompts.data.find(({ executions, tags }) => executions > 0 && tags.length > 0)
    for (const filter of ['engine=chatgpt', `tag=${tagged?.tags[0]?.id}`]) {
      const page = await ours.open('editor', `overview?${period}&${filter}`)
      const asked = `${query}&${filter.replace('tag=', 'tag_id=')}`
      for (const dimension of ['market', 'topic']) {
        const { data } = await ours.v1<Segment[]>(
          `visibility/segments/trend?dimension=${dimension}&${asked}&interval=month&limit=8`,
        )
        expect(data).not.toEqual([])
        expect(await barsOf(page, `Visibility by ${dimension}`)).toEqual(
          data.map(({ visibility_pct }) => percent(visibility_pct)),
        )
      }
      await page.close()
    }
  })

  it('stays beside the others of its kind', async () => {
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
    ['knowledge?tab=alignment&state=open', 'state', 'open'],
    ['opportunities?kind=magic', 'kind', 'magic'],
    ['competitors?tab=nowhere', 'tab', 'nowhere'],
    [`overview?${period}&by=planet`, 'by', 'planet'],
    ['site-health?category=weather', 'category', 'weather'],
  ])('is named where it means nothing: %s', async (path, name, value) => {
    const page = await ours.open('editor', path)
    await page
      .getByRole('alert')
      .getByText(`The address says ${name}="${value}", which means nothing here`)
      .waitFor()
    await page.close()
  })

  it('asks for no ranking where none is shown', async () => {
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

  it('leaves one stop of the tab key to the ranking, whose figures arrow keys reach', async () => {
    const page = await ours.open('editor', `overview?${period}`)
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
    expect(await focused()).toContain('average position')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Counted').waitFor()
    await page.keyboard.press('Escape')
    // A dialog gives the focus back once it is closed.
    await expect.poll(focused).toContain('average position')
    await page.keyboard.press('Tab')
    expect(await table.evaluate((element) => element.contains(document.activeElement))).toBe(false)
    await page.close()
  })

  it('is read off a chart without an end of it cut off, on a phone', async () => {
    const page = await ours.windowOf('editor').newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    const brand = `${ours.url}/${ours.fixture.workspaceId}/${ours.brandId}`
    for (const [path, name] of [
      [`overview?${period}`, /^Visibility day by day\. Left/],
      ['collection?goal=prompts_like_these&points=15', /^What more prompts, or more runs/],
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
      // A point of a curve says which one it is of.
      if (path.startsWith('collection'))
        expect(before).toMatch(/^(More prompts|The same, asked more often|More prompts, asked more often)\n/)
    }
    await page.close()
  })
})
