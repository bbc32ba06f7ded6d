import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledConsole, hasBrowser, openFilledConsole } from '../testing/open-console.ts'

const period = 'from=2026-06-01&to=2026-06-30'

describe.runIf(hasBrowser)('tables as CSV', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('owner')
  })
  afterAll(() => ours?.close())

  it.each([
    `answers?${period}`,
    `prompts?${period}`,
    `competitors?${period}`,
    `sources?${period}`,
    `sources?tab=pages&${period}`,
    `sources?tab=earned&${period}`,
    `ai-visitors?${period}`,
    `ai-visitors?tab=pages&${period}`,
    `ai-traffic?tab=bots&${period}`,
    'site-health',
    'site-health?tab=audits',
    'opportunities',
    'reports',
    'knowledge',
    'knowledge?tab=products',
    'collection?tab=rounds',
    '/settings/members',
    '/settings/keys',
    '/settings/webhooks',
    '/settings/changes',
  ])('each table on %s can be downloaded', async (path) => {
    const page = await ours.open('owner', path)
    const panels = page.locator('main section').filter({ has: page.locator('table') })
    const titles = await panels.locator('h2').allInnerTexts()
    const buttons = page.getByRole('button', { name: 'CSV', exact: true })
    expect(await buttons.count()).toBeGreaterThan(0)
    const without = panels.filter({ hasNot: page.getByRole('button', { name: 'CSV', exact: true }) })
    expect(await without.locator('h2').allInnerTexts(), titles.join()).toEqual([])
    await page.close()
  })

  const download = async (page: Page, title?: string) => {
    const place =
      title === undefined
        ? page
        : page.locator('main section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      place.getByRole('button', { name: 'CSV', exact: true }).click(),
    ])
    return readFileSync(await saved.path(), 'utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
  }

  it('contains the issues of the selected category, or of all', async () => {
    const page = await ours.open('owner', 'site-health')
    const save = async () => {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV', exact: true }).click(),
      ])
      const text = readFileSync(await saved.path(), 'utf8')
      return text.trimEnd().split('\r\n').length - 1
    }
    const { data } = await ours.v1<{ category: string }[]>('technical/issues?limit=100')
    expect(await save()).toBe(data.length)
    await page
      .getByRole('group', { name: 'Categories' })
      .getByRole('button', { name: /^Server/ })
      .click()
    await page.waitForURL(/category=server/)
    const chosen = data.filter(({ category }) => ['status', 'security', 'speed'].includes(category))
    expect(chosen.length).toBeLessThan(data.length)
    expect(await save()).toBe(chosen.length)
    await page.close()
  })

  it('contains the rows of the page, with its filters', async () => {
    const answers = await ours.open('owner', `answers?${period}&engine=chatgpt`)
    const [head, ...rows] = await download(answers)
    const { meta } = await ours.v1('executions?start_date=2026-06-01&end_date=2026-06-30&engine=chatgpt')
    expect(head).toContain('prompt')
    expect(rows.filter((row) => /(?:^|,)chatgpt,/.test(row))).toHaveLength(meta.total as number)
    await answers.close()
    const bots = await ours.open('owner', `ai-visitors?tab=bots&${period}`)
    const names = await bots.getByRole('table', { name: 'Bots' }).locator('tbody tr').count()
    expect(await download(bots, 'Bots')).toHaveLength(names + 1)
    await bots.close()
  })
})
