import type { Role } from '../kernel/roles.ts'
import { Browser } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** The part of a link after `#`. */
export const tokenOf = ({ url }: { url: string }) => url.split('#')[1] as string

/** An account, and a browser signed in to it. */
export interface Person {
  id: string
  email: string
  browser: Browser
}

let made = 0

/** A browser with a separate IP address. */
export function openBrowser(test: TestApp): Browser {
  const browser = new Browser(test)
  made += 1
  browser.address = `10.${made >> 16}.${(made >> 8) & 255}.${made & 255}`
  return browser
}

/** Creates a member of a workspace, and signs them in by a link, as hashing a password is slow. */
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

/** Signs a person in with a link from the operator. @throws Error if that fails */
export async function signInByLink(test: TestApp, email: string, browser: Browser): Promise<void> {
  const link = await test.operate<{ url: string }>('create-sign-in-link', { email })
  const { status, text } = await browser.post('/sign-in-by-link', { token: tokenOf(link) })
  if (status !== 200) throw new Error(text)
}
