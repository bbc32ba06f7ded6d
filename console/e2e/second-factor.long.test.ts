import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledConsole, hasBrowser, openFilledConsole } from '../testing/open-console.ts'

const password = 'correct horse battery'
const email = 'late@example.com'

let filled: FilledConsole

beforeAll(async () => {
  filled = await openFilledConsole()
  const { test: app, fixture } = filled
  const workspace_id = fixture.workspaceId
  await app.operate('create-person', { workspace_id, email, name: 'Late', role: 'viewer', password })
  await app.operate('require-second-factor', { workspace_id, required: true })
})
afterAll(() => filled.close())

test.runIf(hasBrowser)('a member without a required second factor must set one up, then continues', async () => {
  const { test: app, fixture, brandId, url } = filled
  const page = await (await filled.signIn(email)).newPage()
  await page.goto(url)
  await page.getByRole('link', { name: 'Set one up' }).click()
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  await page.goto(`${url}/${fixture.workspaceId}/${brandId}/overview`)
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = (await page.locator('p.font-mono').textContent()) as string
  const timestamp = app.app.services.now().getTime()
  await page.getByLabel('Code').fill(new TOTP({ secret }).generate({ timestamp }))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Recovery codes. Each').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('Cannot show this page').count()).toBe(0)
})
