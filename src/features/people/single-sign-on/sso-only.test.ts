import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../config.ts'
import { operations } from '../../../features.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { type SignOn, somebody, startSignOn } from '../../../testing/sign-on.ts'
import { createSetUpLink } from '../index.ts'
import { checkSingleSignOn } from './settings.ts'

let on: SignOn
beforeAll(async () => {
  on = await startSignOn({ SSO_ONLY: 'true', SSO_NAME: 'Example login', SMTP_URL: 'smtp://127.0.0.1:1' })
})
afterAll(() => on.close())

const password = 'correct-horse-battery'
const tokenOf = (url: string) => url.split('#')[1] as string
const words = 'allows only single sign-on'

it('rejects sign-ins before the first owner, who needs no password', async () => {
  const person = somebody()
  expect((await on.signIn(on.browser(), person)).headers.location).toBe('/sign-in?error=not_set_up')
  const { url = '' } = (await createSetUpLink(on.test.app.services)) ?? {}
  const owner = { token: tokenOf(url), email: person.email, name: 'Ada', workspace_name: 'First' }
  const browser = on.browser()
  expect((await browser.post('/set-up', { ...owner, password })).text).toContain(words)
  const made = await browser.post('/set-up', owner)
  expect(made.status, made.text).toBe(200)
  const again = on.browser()
  expect((await on.signIn(again, person)).headers.location).toBe('/')
  expect((await again.get('/whoami')).body.data).toMatchObject({ name: 'Ada', has_password: false })
})

describe('passwords if SSO_ONLY is set', () => {
  /** Operations that take a password or create a password link. */
  const withPasswords = operations.filter(
    ({ name, fields }) => Object.keys(fields).some((field) => field.includes('password')) || name.includes('password'),
  )
  const values: Record<string, string> = {
    password,
    new_password: password,
    email: 'ada@example.com',
    name: 'Ada',
    token: 'x',
    role: 'viewer',
  }

  it('are rejected by every operation that takes or sets one', async () => {
    expect(withPasswords.length).toBeGreaterThanOrEqual(10)
    const browser = on.browser()
    await on.signIn(browser)
    const workspaceId = (await on.test.operate<{ id: string }[]>('list-workspaces'))[0]?.id as string
    for (const operation of withPasswords) {
      const input = Object.fromEntries(
        Object.keys(operation.fields).flatMap((field) => (field in values ? [[field, values[field]]] : [])),
      )
      expect(await answerTo(operation, input)).toContain(words)
    }

    async function answerTo(operation: Operation, input: Record<string, unknown>): Promise<string> {
      if (operation.on === 'person' || operation.on === 'visit')
        return (await browser.post(pathOf(operation), input)).text
      const named = operation.on === 'workspace' ? { workspace_id: workspaceId } : {}
      return JSON.stringify(await on.test.tryOperate(operation.name, { ...input, ...named } as never))
    }
  })

  const pathOf = ({ name, console }: Operation) => console?.path.replace('/console/api', '') ?? `/operations/${name}`

  it('are not checked, and attempts are neither counted nor recorded', async () => {
    const { email } = somebody(on.provider.person)
    const browser = on.browser()
    for (let attempt = 0; attempt < 12; attempt += 1) expect((await browser.signIn(email, password)).status).toBe(403)
    const records = on.test.app.services.db.selectFrom('audit_records').select('operation')
    const operations = (await records.execute()).map(({ operation }) => operation)
    expect(operations).not.toContain('sign-in-failed')
  })
})

it('sign-in-methods reports that passwords are disabled', async () => {
  const { body } = await on.browser().get('/sign-in-methods')
  const single_sign_on = { name: 'Example login' }
  expect(body.data).toEqual({
    password: false,
    single_sign_on,
    passkey_origin: null,
    sends_mail: true,
    has_accounts: true,
  })
})

it('invitations are accepted by signing in with the invited address', async () => {
  const person = somebody()
  const browser = on.browser()
  expect((await on.signIn(browser, person)).headers.location).toBe('/sign-in?error=no_membership')
  const [workspace] = await on.test.operate<{ id: string }[]>('list-workspaces')
  const invitation = { workspace_id: workspace?.id ?? '', email: person.email, role: 'editor' }
  const { url } = await on.test.operate<{ url: string }>('create-invitation', invitation)
  const accepted = await on.browser().post('/accept-invitation', { token: tokenOf(url), name: 'Eve', password })
  expect(accepted.body.error.message).toMatch(/sign in with the invited email address/)
  expect((await on.signIn(browser)).headers.location).toBe('/')
  const { body } = await browser.get('/whoami')
  expect(body.data).toMatchObject({ workspaces: [{ id: workspace?.id, role: 'editor' }] })
})

it('a sign-in link of the operator works', async () => {
  const person = somebody()
  const [workspace] = await on.test.operate<{ id: string }[]>('list-workspaces')
  const made = { workspace_id: workspace?.id ?? '', email: person.email, name: 'Bob', role: 'viewer' }
  await on.test.operate('create-person', made)
  const { url } = await on.test.operate<{ url: string }>('create-sign-in-link', { email: person.email })
  const browser = on.browser()
  expect((await browser.post('/sign-in-by-link', { token: tokenOf(url) })).status).toBe(200)
  expect((await browser.get('/whoami')).status).toBe(200)
})

describe('the single sign-on configuration', () => {
  const provider = { SSO_ISSUER: 'https://login.example.com/x', SSO_CLIENT_ID: 'a', SSO_CLIENT_SECRET: 'b' }
  const check = (environment: Record<string, string>) => checkSingleSignOn(readConfig(environment))

  it('is rejected if its settings do not fit together', () => {
    expect(() => check({})).not.toThrow()
    expect(() => check({ ...provider, SSO_ONLY: 'true' })).not.toThrow()
    for (const name of Object.keys(provider))
      expect(() => check({ ...provider, [name]: '' })).toThrow('set all three or none')
    expect(() => check({ SSO_ONLY: 'true' })).toThrow('SSO_ONLY: requires SSO_ISSUER')
    const workspace = { SSO_WORKSPACES: '00000000-0000-4000-8000-000000000000' }
    expect(() => check({ ...provider, ...workspace })).toThrow('SSO_WORKSPACES: requires SSO_EMAIL_DOMAINS')
    expect(() => check({ ...provider, ...workspace, SSO_EMAIL_DOMAINS: 'example.com' })).not.toThrow()
  })

  it.each([
    ['SSO_ISSUER', 'http://login.example.com'],
    ['SSO_ISSUER', 'login.example.com'],
    ['SSO_ISSUER', 'https://user:secret@login.example.com'],
    ['SSO_ISSUER', 'https://login.example.com/?tenant=1'],
    ['SSO_EMAIL_DOMAINS', '@example.com'],
    ['SSO_EMAIL_DOMAINS', 'example.com,'],
    ['SSO_WORKSPACES', 'First'],
    ['SSO_ROLE', 'owner'],
    ['SSO_ONLY', 'yes'],
  ])('rejects %s with the value %s', (name, value) => {
    expect(() => readConfig({ ...provider, [name]: value })).toThrow(name)
  })
})
