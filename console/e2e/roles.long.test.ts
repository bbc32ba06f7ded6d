import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationName } from '../api/client.ts'
import { routes } from '../api/operations.gen.ts'
import type { Role } from '../copy/roles.ts'
import { roleAllows } from '../frame/use-permission.ts'
import { pagePaths, settingsRoutes } from '../routes.ts'
import { type FilledConsole, hasBrowser, openFilledConsole } from '../testing/open-console.ts'

const rolesInOrder = ['none', 'viewer', 'editor', 'admin', 'owner']

/** The operation of a console request. */
function operationOf(request: Request): { name: OperationName; role: string } | undefined {
  const { pathname } = new URL(request.url())
  if (!pathname.startsWith('/console/api/')) return undefined
  for (const [name, { method, path, role }] of Object.entries(routes)) {
    const shape = new RegExp(`^/console/api${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    if (method === request.method() && shape.test(pathname)) return { name: name as OperationName, role }
  }
  throw new Error(`no operation matches ${request.method()} ${pathname}`)
}

describe.runIf(hasBrowser)('a member with a role', () => {
  let ours: FilledConsole

  beforeAll(async () => {
    ours = await openFilledConsole('viewer', 'editor', 'admin')
  })
  afterAll(() => ours?.close())

  const paths = () => [
    ...pagePaths.map((path) => path.slice(1)),
    '/settings/members',
    '/settings/account',
    '/settings/about',
    '/new-brand',
  ]

  /** Opens each page and records the operations that it requests. */
  async function eachPage(role: Role, visit: (page: Page) => Promise<void>) {
    const asked = new Set<string>()
    const refused: string[] = []
    ours.windowOf(role).on('request', (request) => {
      const operation = operationOf(request)
      if (operation === undefined) return
      if (rolesInOrder.indexOf(operation.role) > rolesInOrder.indexOf(role)) refused.push(operation.name)
      asked.add(operation.name)
    })
    const closed: string[] = settingsRoutes.flatMap((route) =>
      'needs' in route && !roleAllows(role, route.needs) ? [`settings${route.path}`] : [],
    )
    for (const path of paths().filter((one) => !closed.includes(one))) {
      const page = await ours.open(role, path)
      await visit(page)
      await page.close()
    }
    return { asked, refused }
  }

  it.each<Role>(['editor', 'admin'])('(%s) can open every page without a rejected request', async (role) => {
    const { asked, refused } = await eachPage(role, async () => {})
    expect(refused).toEqual([])
    expect(asked.size).toBeGreaterThan(20)
  })

  it('(viewer) cannot trigger a write with any enabled button', async () => {
    const { asked, refused } = await eachPage('viewer', async (page) => {
      const count = await page.locator('main button:enabled').count()
      for (let i = 0; i < count; i++) {
        const button = page.locator('main button:enabled').nth(i)
        if (!(await button.isVisible())) continue
        // Even if something covers it.
        await button.dispatchEvent('click')
        await page.keyboard.press('Escape')
      }
    })
    expect(refused).toEqual([])
    // Everyone may edit their own account and export what they can read.
    const own = ['update-account', 'create-export', 'create-export-link']
    const written = [...asked].filter((name) => /^(create|update|delete|set|start|run|revoke)-/.test(name))
    expect(written.filter((name) => !own.includes(name))).toEqual([])
  })
})
