import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledConsole, hasBrowser, openFilledConsole } from '../testing/open-console.ts'

const password = 'correct horse battery'
const email = 'ada@example.com'

let filled: FilledConsole

beforeAll(async () => {
  filled = await openFilledConsole()
  const workspace_id = filled.fixture.workspaceId
  await filled.test.operate('create-person', { workspace_id, email, name: 'Ada', role: 'viewer', password })
})
afterAll(() => filled.close())

test.runIf(hasBrowser)('a passkey added on the account page can sign in', async () => {
  const { browser, fixture } = filled
  const url = filled.url.replace('127.0.0.1', 'localhost')
  const window = await browser.newContext()
  const page = await window.newPage()
  const devices = await window.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))

  const account = `${url}/${fixture.workspaceId}/settings/account`
  await page.goto(account)
  await page.getByLabel('Passkey name').fill('Laptop')
  await page
    .locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) })
    .last()
    .getByLabel('Current password')
    .fill(password)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const row = page.getByRole('table', { name: 'Passkeys' }).getByRole('row', { name: /Laptop/ })
  await row.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('Old laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('cell', { name: 'Old laptop', exact: true }).waitFor()

  await window.clearCookies()
  await page.goto(`${url}/sign-in?next=/${fixture.workspaceId}/settings/account`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(account)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No passkeys').waitFor()

  await window.clearCookies()
  await page.goto(`${url}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const refused = page.getByRole('alert')
  await refused.waitFor()
  expect(await refused.textContent()).toContain('passkey was not accepted')
})
