import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersFile } from '../../src/testing/test-app.ts'
import type { ResponseOf } from '../api/client.ts'
import changeParts from '../copy/change-parts.json' with { type: 'json' }
import { engineName } from '../copy/engines.ts'
import {
  changeOf,
  describeInterval,
  describeVerdict,
  isReal,
  type TestedChange,
  testedChange,
} from '../copy/intervals.ts'
import { formatExact, type Metric, metrics } from '../copy/metrics.ts'
import { count, decimal, percent, signed } from '../format/numbers.ts'
import { type FilledConsole, hasBrowser, isRead, openFilledConsole, rowsOf } from '../testing/open-console.ts'

type Changes = ResponseOf<'list-visibility-changes'>
type Change = Changes['data'][number]
type Intervals = ResponseOf<'list-visibility-intervals'>
type Explained = ResponseOf<'explain-figure'>

describe.runIf(hasBrowser)('confidence intervals and verdicts on pages', () => {
  let ours: FilledConsole
  const period = 'from=2026-05-17&to=2026-06-15'
  const query = 'start_date=2026-05-17&end_date=2026-06-15'

  beforeAll(async () => {
    ours = await openFilledConsole('viewer')
    // From mid-May, eight prompts get other answers, two are added and two removed. Umbrella varies randomly.
    const days = Array.from({ length: 54 }, (_, day) => new Date(Date.UTC(2026, 3, 22 + day, 9)))
    const lines = days.flatMap((at, day) => {
      const isLate = at.toISOString() >= '2026-05-17'
      const prompts = [...Array(8).keys(), ...(isLate ? [8, 9] : [10, 11])]
      return prompts.map((prompt) => ({
        id: `${day} ${prompt}`,
        prompt: prompt === 0 ? 'Is Acme any good?' : `Question number ${prompt}?`,
        engine: prompt % 2 === 0 ? 'chatgpt' : 'perplexity',
        country: 'US',
        executed_at: at.toISOString(),
        answer: answerOf(prompt, day, isLate),
      }))
    })
    await ours.test.operate('import-answers', { brand_id: ours.brandId }, answersFile(lines))
    await ours.test.historyIsRead()
  })
  afterAll(() => ours?.close())

  const answerOf = (prompt: number, day: number, isLate: boolean): string => {
    const acme = (day + prompt) % 5 < (isLate ? 4 : 1) ? 'Acme is good. ' : ''
    const globex = (day + prompt) % 4 < (isLate ? 1 : 3) ? 'Globex is there. ' : ''
    return `${acme}${globex}${(day * 7 + prompt * 3) % 2 === 0 ? 'Umbrella.' : 'No others.'}`
  }

  const open = (path: string) => ours.open('viewer', path)
  /** API responses with their meta. */
  const v1 = async <T>(path: string): Promise<T> => (await ours.v1(path)) as unknown as T
  const section = (page: Page, title: string): Locator =>
    page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

  it('shows both intervals for each figure of the overview', async () => {
    const { data } = await v1<Intervals>(`visibility/intervals?${query}`)
    const own = data.find(({ is_our_brand }) => is_our_brand)
    if (own === undefined) throw new Error('the brand has no row')
    const page = await open(`overview?${period}`)
    expect(own.visibility_pct.prompts_like_these).not.toBeNull()
    for (const metric of Object.keys(metrics) as Metric[]) {
      await page.getByRole('button', { name: `${metrics[metric].name}: 95% interval` }).press('Enter')
      const text = await page.getByRole('dialog').innerText()
      for (const range of [own[metric].these_prompts, own[metric].prompts_like_these])
        if (range !== null)
          expect(text).toContain(`${formatExact(metric, range.low)} to ${formatExact(metric, range.high)}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.close()
  })

  it('shows the intervals of every entity and figure in the ranking', async () => {
    const { data, meta } = await v1<Intervals>(`visibility/intervals?${query}`)
    const page = await open(`competitors?${period}`)
    const table = page.getByRole('table', { name: 'Ranking', exact: true })
    for (const row of data)
      for (const metric of Object.keys(metrics) as Metric[]) {
        const figure = `${row.name}, ${metrics[metric].name.toLowerCase()}`
        await table.getByTitle(figure).first().press('Enter')
        const dialog = page.getByRole('dialog')
        await dialog.getByText('Other definitions').waitFor()
        const text = await dialog.innerText()
        const { these_prompts: these, prompts_like_these: like } = row[metric]
        for (const range of these === null || like === null ? [these] : [these, like])
          expect(text, figure).toContain(
            range === null
              ? describeInterval(metric, row[metric], meta.prompts, meta.speaks_of)
              : `${formatExact(metric, range.low)} to ${formatExact(metric, range.high)}`,
          )
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
    await page.close()
  })

  it('shows every change with its parts, as in the API', async () => {
    const { data } = await v1<Changes>(`visibility/changes?${query}`)
    expect(data.map(({ verdict }) => verdict)).toEqual(expect.arrayContaining(['up', 'down', 'no_detectable_change']))
    const page = await open(`overview?${period}&open=changes`)
    const rows = page.getByRole('list', { name: 'Changes', exact: true }).locator('> li')
    expect(await rows.count()).toBe(data.length)
    for (const change of data) {
      const row = rows.filter({ hasText: new RegExp(`^${change.name}`) })
      const text = await row.innerText()
      expect(text).toContain(`${percent(change.previous_visibility_pct)} → ${percent(change.visibility_pct)}`)
      await row.getByRole('button', { name: chipOf(change) }).press('Enter')
      await page.getByRole('dialog', { name: wordsOf(change) }).waitFor()
      await page.keyboard.press('Escape')
      const parts = (
        await row
          .getByRole('list', { name: /^Parts of the change/ })
          .locator('li')
          .allInnerTexts()
      ).map((one) => one.trim())
      const sum = parts.reduce((all, part) => all + numberOf(part), 0)
      expect(sum).toBeCloseTo(changeOf(testedOf(change), 'visibility_pct') ?? 0, 6)
      for (const part of parts)
        expect(Object.values(changeParts).map(({ name }) => name)).toContain(part.replace(/^\S+\s+/, ''))
      if (change.is_our_brand) expect(text).toContain(change.summary)
    }
    await page.close()
  })

  const testedOf = (change: Change): TestedChange => {
    const tested = testedChange(change, 'visibility_pct')
    if (tested === undefined) throw new Error('visibility is always tested')
    return tested
  }
  const wordsOf = (change: Change) => describeVerdict(testedOf(change), 'visibility_pct')
  const numberOf = (text: string) => Number(/[+−±][\d.]+/.exec(text)?.[0].replace('−', '-').replace('±', ''))

  /** The text of a change. It has a direction only if the change is real. */
  function chipOf(change: Change): string {
    const moved = changeOf(testedOf(change), 'visibility_pct')
    if (moved === null) return 'No earlier data'
    if (change.verdict === 'not_comparable') return 'Not comparable'
    if (!isReal(testedOf(change), 'visibility_pct')) return 'No clear change'
    return `${change.verdict} ${decimal(Math.abs(moved), 1)} pts`
  }
  /** The same in a table. */
  function cellOf(change: Change): string {
    const moved = changeOf(testedOf(change), 'visibility_pct') ?? 0
    return isReal(testedOf(change), 'visibility_pct')
      ? `${change.verdict} ${decimal(Math.abs(moved), 1)}`
      : signed(moved)
  }

  it('gives a direction only to a real change', async () => {
    const { data } = await v1<Changes>(`visibility/changes?${query}`)
    for (const path of ['overview', 'competitors']) {
      const page = await open(`${path}?${period}`)
      const table = page.getByRole('table', { name: 'Ranking', exact: true })
      for (const change of data) {
        const row = table.getByRole('row').filter({ hasText: change.name })
        expect(await row.textContent(), change.name).toContain(`${percent(change.visibility_pct)}${cellOf(change)}`)
      }
      await page.close()
    }
    const engines = await v1<Changes>(`visibility/changes?${query}&dimension=engine&entity_id=${ours.brandId}`)
    const page = await open(`overview?${period}`)
    const rows = page.getByRole('list', { name: 'Change by engine' }).locator('li')
    for (const { segment, matched_change: matched } of engines.data)
      expect(await rows.filter({ hasText: engineName(segment ?? '') }).innerText(), segment ?? '').toContain(
        signed(matched?.value ?? 0),
      )
    await page.close()
  })

  it('explains a change on tap, and filters on a tap next to it', async () => {
    const window = await ours.browser.newContext({
      ...{ hasTouch: true, viewport: { width: 390, height: 844 } },
      storageState: await ours.windowOf('viewer').storageState(),
    })
    const page = await window.newPage()
    await page.goto(`${ours.url}/${ours.fixture.workspaceId}/${ours.brandId}/overview?${period}`)
    await isRead(page)
    const { data } = await v1<Changes>(`visibility/changes?${query}&dimension=engine&entity_id=${ours.brandId}`)
    const [change] = data as [Change]
    const bar = page
      .getByRole('list', { name: 'Change by engine' })
      .getByRole('listitem')
      .filter({ hasText: engineName(change.segment ?? '') })
    await bar.getByRole('button').nth(1).tap()
    await page.getByRole('dialog', { name: wordsOf(change) }).waitFor()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    expect(page.url()).not.toContain('engine=')
    await page.keyboard.press('Escape')
    const box = await bar.boundingBox()
    if (box === null) throw new Error('the bar is not visible')
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 6)
    await page.waitForURL(new RegExp(`engine=${change.segment}`))
    await window.close()
  })

  it('explains the fractions behind the figures of the brand and of competitors', async () => {
    const page = await open(`overview?${period}&engine=chatgpt`)
    const explained = async (figure: Metric, entity: string) => {
      const path = `visibility/explain?${query}&engine=chatgpt&figure=${figure}&entity_id=${entity}`
      return await v1<Explained>(path)
    }
    for (const metric of ['visibility_pct', 'market_share_pct', 'avg_rank'] as const) {
      const { name } = metrics[metric]
      await page.getByRole('button', { name: `${name}: 95% interval` }).press('Enter')
      await page.getByRole('button', { name: 'How we calculate this' }).click()
      await expectParts(page, await explained(metric, ours.brandId))
    }
    const [globex = ''] = ours.fixture.ids.competitor_id ?? []
    await page.goto(page.url().replace('/overview', '/competitors'))
    await isRead(page)
    const row = page.getByRole('table', { name: 'Ranking', exact: true }).getByRole('row')
    await row.filter({ hasText: 'Globex' }).getByTitle('Globex, visibility: definition').click()
    await expectParts(page, await explained('visibility_pct', globex))
    await page.close()
  })

  /** Compares an open explanation with the API’s, and closes it. */
  async function expectParts(page: Page, { data: [row], meta }: Explained): Promise<void> {
    if (row === undefined) throw new Error('the API returned no explanation')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Other definitions').waitFor()
    await isRead(page)
    const text = await dialog.innerText()
    expect(text).toContain(count(row.numerator))
    for (const words of meta.filters) expect(text).toContain(words)
    expect(text).toContain('engines: ChatGPT')
    const parts = [...Object.values(row.by_prompts), ...Object.values(row.by_definition)]
    for (const { numerator, denominator } of parts)
      if (denominator) expect(text).toContain(`${count(numerator)} / ${count(denominator)}`)
    expect(text).toMatch(/Excluded[\s\S]+answers in the period that the filters exclude/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }

  it('shows no comparison if it is turned off', async () => {
    const page = await open(`overview?${period}&compare=no`)
    expect(await section(page, 'Why it changed').count()).toBe(0)
    const compared = page.locator('main section').filter({ hasNot: page.getByRole('list', { name: 'Alerts' }) })
    expect((await compared.allInnerTexts()).join()).not.toMatch(/No clear change|Not comparable/)
    expect(await rowsOf(page, 'Ranking')).not.toEqual([])
    await page.close()
  })
})
