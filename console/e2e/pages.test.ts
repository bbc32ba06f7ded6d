import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portion } from '../../src/testing/forms.ts'
import { pagePaths } from '../routes.ts'
import {
  type FilledConsole,
  hasBrowser,
  isRead,
  isWithinWindow,
  openFilledConsole,
  watch,
} from '../testing/open-console.ts'

describe.runIf(hasBrowser)('every page', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('owner')
    // Without an analysis, the request returns 404, which browsers log on the console.
    await ours.test.operate('analyse-brand', { brand_id: ours.brandId })
  })
  afterAll(() => ours?.close())

  const ofBrand = pagePaths.map((path) => `/{brand}${path}`)
  const tabs = ['styles', 'alignment', 'products'].map((tab) => `/{brand}/content?tab=${tab}`)
  const inDepth = [
    'answers/{execution_id}?show=tone',
    'answers/{execution_id}?show=tone,marks&beside={execution_id}',
    'prompts/{prompt_id}',
    'prompts?view=suggested',
    'competitors?tab=gaps',
    'competitors?tab=suggested',
    'sources?tab=pages',
    'sources?tab=gaps',
    'sources?tab=earned',
    'sources?tab=trend&by=owner',
    'ai-traffic?tab=visits',
    'ai-traffic?tab=bots',
    'ai-traffic?tab=pages',
    'ai-traffic?tab=pages&read=uncited',
    'ai-traffic?tab=connections',
    'reports/{report_id}',
    'collection?tab=plan',
    'collection?tab=rounds',
    'collection?tab=sources',
    'collection?tab=imports',
    'site-health?tab=audits',
    'site-health?issue={issue_id}',
    'site-health?since={job_id}',
  ].map((path) => `/{brand}/${path}`)
  const paths = [
    ...ofBrand,
    ...tabs,
    '/{brand}/content?q=boots',
    ...inDepth,
    '/{brand}/settings/webhooks/{webhook_id}',
    '/settings/members',
    '/{brand}/overview?open=changes',
    '/{brand}/overview?open=alerts',
    '/{brand}/overview?open=notes',
    '/new-brand',
  ]
  const phoneWidth = 390
  const forms = [
    ['light', { colorScheme: 'light', width: 1360, height: 900 }],
    ['dark', { colorScheme: 'dark', width: 1360, height: 900 }],
    ['on a phone', { colorScheme: 'light', width: phoneWidth, height: 844 }],
  ] as const

  async function open(
    path: string,
    [, { colorScheme, width, height }]: (typeof forms)[number],
  ): Promise<{ page: Page; seen: string[] }> {
    const page = await ours.windowOf('owner').newPage()
    const seen = watch(page)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    const found = path
      .replace('{brand}', ours.brandId)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => ours.fixture.ids[name]?.[0] as string)
    await page.goto(`${ours.url}/${ours.fixture.workspaceId}${found}`)
    await isRead(page)
    return { page, seen }
  }

  // In the short form, every fourth page is tested in one view, and every view is used.
  const views = portion(paths, 0, 4).flatMap((path, place) =>
    portion(forms, place, forms.length).map((form) => [path, form[0], form] as const),
  )

  it('loads less than 250 kB at first, including API responses', async () => {
    const page = await ours.windowOf('owner').newPage()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    let bytes = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    const overview = `${ours.fixture.workspaceId}/${ours.brandId}/overview?from=2026-06-01&to=2026-06-30`
    await page.goto(`${ours.url}/${overview}`)
    await isRead(page)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThan(250_000)
    await page.close()
  })

  it('loads few chunks at first, and requests figures once, before the page has loaded', async () => {
    const page = await ours.windowOf('owner').newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url().replace(ours.url, '')))
    const last = page.waitForRequest(/\/technical\/issues/)
    await page.goto(
      `${ours.url}/${ours.fixture.workspaceId}/${ours.brandId}/overview?from=2026-05-01&to=2026-06-30&compare=no`,
    )
    await last
    await isRead(page)
    expect(asked.filter((path) => path.endsWith('.js')).length).toBeLessThan(12)
    for (const figures of ['/competitors/rankings?', '/visibility/trend?'])
      expect(
        asked.filter((path) => path.includes(figures)),
        figures,
      ).toHaveLength(1)
    const place = (part: string) => asked.findIndex((path) => path.includes(part))
    expect(place('/competitors/rankings?')).toBeLessThan(place('/technical/issues'))
    // whoami is requested again whenever the window gets the focus, as a new one may while it loads.
    const read = asked.filter((path) => path.startsWith('/console/api') && !path.includes('/whoami'))
    expect(read.filter((path, at) => read.indexOf(path) !== at)).toEqual([])
    await page.close()
  })

  it.each(views)('%s fits the window and is accessible: %s', async (path, _, form) => {
    const { page, seen } = await open(path, form)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])
    expect(found, path).toEqual([])
    for (const width of [page.viewportSize()?.width ?? 0, phoneWidth]) {
      await page.setViewportSize({ width, height: 844 })
      await isWithinWindow(page)
    }
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
    expect(seen).toEqual([])
    await page.close()
  })
})
