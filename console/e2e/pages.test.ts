import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fixture, startFixtureApp } from '../../src/testing/fixture.ts'
import { portion } from '../../src/testing/forms.ts'
import type { TestApp } from '../../src/testing/test-app.ts'
import { sections } from '../frame/sections.ts'
import { hasBrowser, type OpenConsole, openConsole, watch } from '../testing/open-console.ts'

const email = 'owner@example.com'

describe.runIf(hasBrowser)('every page', () => {
  let test: TestApp
  let fixture: Fixture
  let console: OpenConsole
  let context: BrowserContext
  let brandId: string

  beforeAll(async () => {
    ;({ test, fixture } = await startFixtureApp())
    brandId = fixture.ids.brand_id?.[0] as string
    await test.operate('create-person', {
      ...{ workspace_id: fixture.workspaceId, email, name: 'Owner', role: 'owner' },
    })
    console = await openConsole(test)
    context = await console.signIn(email)
  })
  afterAll(async () => {
    await console?.close()
    await test?.close()
  })

  const ofBrand = sections.map(({ path }) => `/{brand}/${path}`)
  const paths = [
    ...ofBrand,
    '/settings/members',
    '/settings/keys',
    '/settings/changes',
    '/settings/account',
    '/new-brand',
  ]
  const forms = [
    ['light', { colorScheme: 'light', width: 1360, height: 900 }],
    ['dark', { colorScheme: 'dark', width: 1360, height: 900 }],
    ['on a phone', { colorScheme: 'light', width: 390, height: 844 }],
  ] as const

  async function open(
    path: string,
    [, { colorScheme, width, height }]: (typeof forms)[number],
  ): Promise<Page> {
    const page = await context.newPage()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await page.goto(`${console.url}/${fixture.workspaceId}${path.replace('{brand}', brandId)}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    return page
  }

  // In the short form each page is seen in one of them, and all of them are met.
  const views = paths.flatMap((path, place) =>
    portion(forms, place, forms.length).map((form) => [path, form[0], form] as const),
  )

  it.each(views)('%s is shown whole, and as anybody can use it: %s', async (path, _, form) => {
    const page = await open(path, form)
    const seen = watch(page)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])
    expect(found, path).toEqual([])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow, 'nothing reaches beyond the window').toBeLessThanOrEqual(0)
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
    expect(seen).toEqual([])
    await page.close()
  })
})
