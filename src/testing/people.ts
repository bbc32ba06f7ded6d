import type { Role } from '../kernel/roles.ts'
import { Browser } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** What stands behind `#` in a link. */
export const tokenOf = ({ url }: { url: string }) => url.split('#')[1] as string

/** An account, with a browser in which it has signed in. */
export interface Person {
  id: string
  email: string
  browser: Browser
}

let made = 0

/** A browser at an address that no other one has. */
export function openBrowser(test: TestApp): Browser {
  const browser = new Browser(test)
  made += 1
  browser.address = `10.${made >> 16}.${(made >> 8) & 255}.${made & 255}`
  return browser
}

/** Makes somebody a member of a workspace, and signs them in by a link: a password would have to be hashed. */
export async function makePerson(
  test: TestApp,
  workspaceId: string,
  role: Role,
  limits: { brand_ids?: readonly string[]; password?: string } = {},
): Promise<Person> {
  const browser = openBrowser(test)
  browser.workspaceId = workspaceId
  const email = `${role}-${made}@people.example`
  const { id } = await test.operate('create-person', {
    workspace_id: workspaceId,
    email,
    name: `The ${role} ${made}`,
    role,
    ...limits,
  })
  await signInByLink(test, email, browser)
  return { id, email, browser }
}

/** Signs somebody in with a link of the operator. @throws Error where that fails */
export async function signInByLink(test: TestApp, email: string, browser: Browser): Promise<void> {
  const link = await test.operate<{ url: string }>('create-sign-in-link', { email })
  const { status, text } = await browser.post('/sign-in-by-link', { token: tokenOf(link) })
  if (status !== 200) throw new Error(text)
}
