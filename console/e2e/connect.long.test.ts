import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toolResultOf } from '../../src/testing/agents.ts'
import { type Fixture, startFixtureApp } from '../../src/testing/fixture.ts'
import type { TestApp } from '../../src/testing/test-app.ts'
import { hasBrowser, isRead, type OpenConsole, openConsole, watch } from '../testing/open-console.ts'

const email = 'ada@example.com'
const password = 'correct horse battery'
const documentUrl = 'https://agent.example/client.json'

/** An app on this computer, with its redirect server and its client metadata document. */
interface Agent {
  redirectUrl: string
  /** Callback parameters, latest last. */
  answers: URLSearchParams[]
  server: Server
}

async function startAgent(): Promise<Agent> {
  const answers: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://agent')
    if (pathname === '/callback') {
      answers.push(searchParams)
      response.end('<title>Done</title><h1>Back at the program</h1>')
      return
    }
    response.setHeader('content-type', 'application/json')
    const described = { client_id: documentUrl, client_name: 'Agent of a document' }
    const rest = { redirect_uris: [agent.redirectUrl], token_endpoint_auth_method: 'none' }
    response.end(JSON.stringify({ ...described, ...rest }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const agent = { redirectUrl, answers, server }
  return agent
}

/** An OAuth provider for the SDK; `opened` has the URLs that it sends users to. */
function providerOf(agent: Agent, clientMetadataUrl?: string, client_name = 'Agent that registers') {
  const kept: Record<string, unknown> = {}
  const provider: OAuthClientProvider & { opened: URL[] } = {
    opened: [],
    redirectUrl: agent.redirectUrl,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: {
      client_name,
      redirect_uris: [agent.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'a state',
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      provider.opened.push(url)
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier as string,
  }
  return provider
}

describe.runIf(hasBrowser)('an app that connects with the SDK’s client', () => {
  let test: TestApp
  let fixture: Fixture
  let console: OpenConsole
  let agent: Agent
  let page: Page
  let seen: string[]

  beforeAll(async () => {
    agent = await startAgent()
    const { port } = agent.server.address() as AddressInfo
    ;({ test, fixture } = await startFixtureApp({ SITE_STAND_INS: `agent.example=127.0.0.1:${port}` }))
    const ada = { workspace_id: fixture.workspaceId, email, name: 'Ada', role: 'editor', password }
    await test.operate('create-person', ada)
    console = await openConsole(test)
    page = await (await console.browser.newContext()).newPage()
    seen = watch(page)
  })
  afterAll(async () => {
    await console?.close()
    await test?.close()
    agent?.server.close()
  })

  const transportOf = (provider: OAuthClientProvider, query = '') =>
    new StreamableHTTPClientTransport(new URL(`${console.url}/mcp${query}`), { authProvider: provider })
  const newClient = () =>
    new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })

  /** Starts the SDK’s authorization until it needs the user. Returns the URL that it opens. */
  async function startAuthorization(provider: ReturnType<typeof providerOf>) {
    const transport = transportOf(provider)
    await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError)
    return { transport, address: provider.opened.at(-1)?.href as string }
  }

  async function connected(provider: OAuthClientProvider, query = ''): Promise<Client> {
    const client = newClient()
    await client.connect(transportOf(provider, query))
    return client
  }

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  it('registers, is approved after sign-in, and calls a tool', async () => {
    const provider = providerOf(agent)
    const { transport, address } = await startAuthorization(provider)
    await page.goto(address)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await press('Sign in')
    await page.getByRole('heading', { name: 'Connect Agent that registers?' }).waitFor()
    await page.getByText('an app on your computer').waitFor()
    await press('Connect')
    await page.getByRole('heading', { name: 'Back at the program' }).waitFor()
    const back = agent.answers.at(-1) as URLSearchParams
    const mixed = new URLSearchParams(back)
    mixed.set('iss', 'https://evil.example')
    await expect(transport.finishAuth(mixed)).rejects.toThrow(/issuer|iss/i)
    await transport.finishAuth(back)
    const client = await connected(provider)
    const result = toolResultOf(await client.callTool({ name: 'list_brands', arguments: {} }))
    expect((result.content.rows as { id: string }[]).map(({ id }) => id)).toEqual(
      expect.arrayContaining([fixture.ids.brand_id?.[0]]),
    )
    await client.close()
  })

  it('is identified by its metadata document, and requests more scopes when a call needs them', async () => {
    const provider = providerOf(agent, documentUrl)
    const { transport, address } = await startAuthorization(provider)
    expect(new URL(address).searchParams.get('client_id')).toBe(documentUrl)
    await page.goto(address)
    await page.getByRole('heading', { name: 'Connect Agent of a document?' }).waitFor()
    await page.getByText('Described at agent.example.').waitFor()
    await press('Connect')
    await page.getByRole('heading', { name: 'Back at the program' }).waitFor()
    await transport.finishAuth(agent.answers.at(-1) as URLSearchParams)
    const asking = transportOf(provider, '?toolset=all')
    const client = newClient()
    await client.connect(asking)
    const [brand] = fixture.ids.brand_id as [string]
    const write = { name: 'create_prompt', arguments: { brand, text: 'Which anvil rings?' } }
    await expect(client.callTool(write)).rejects.toThrow()
    const more = provider.opened.at(-1) as URL
    expect(more.searchParams.get('scope')).toContain('write:prompts')
    await page.goto(more.href)
    await page.getByRole('heading', { name: 'Write access' }).waitFor()
    const box = page.getByLabel('Edit prompts, opportunities')
    expect(await box.isChecked()).toBe(false)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await box.check()
    await press('Connect')
    await page.getByRole('heading', { name: 'Back at the program' }).waitFor()
    await asking.finishAuth(agent.answers.at(-1) as URLSearchParams)
    const again = await connected(provider, '?toolset=all')
    expect(toolResultOf(await again.callTool(write)).text).toContain('Done: create_prompt')
    await Promise.all([client.close(), again.close()])
  })

  it('gets access_denied if the user declines', async () => {
    const { transport, address } = await startAuthorization(providerOf(agent))
    await page.goto(address)
    await press('Decline')
    await page.getByRole('heading', { name: 'Back at the program' }).waitFor()
    const back = agent.answers.at(-1) as URLSearchParams
    expect(back.get('error')).toBe('access_denied')
    await expect(transport.finishAuth(back)).rejects.toThrow()
  })

  it('is listed in the user’s account and can be disconnected there', async () => {
    const provider = providerOf(agent, undefined, 'Agent that leaves')
    const { transport, address } = await startAuthorization(provider)
    await page.goto(address)
    await press('Connect')
    await page.getByRole('heading', { name: 'Back at the program' }).waitFor()
    await transport.finishAuth(agent.answers.at(-1) as URLSearchParams)
    await page.goto(`${console.url}/${fixture.workspaceId}/settings/account`)
    await isRead(page)
    const table = page.getByRole('table', { name: 'Connected apps' })
    const row = table.locator('tbody tr').filter({ hasText: 'Agent that leaves' })
    await row.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row.waitFor({ state: 'detached' })
    // Its access token is rejected, and so is its refresh token.
    await expect(connected(provider)).rejects.toMatchObject({ name: 'OAuthError' })
  })

  it('gets the MCP URL from the server, not from the page’s URL', async () => {
    const { services } = test.app
    await services.postgres.execute('delete from oauth_connections')
    services.address = () => 'https://sightline.example'
    await page.goto(`${console.url}/${fixture.workspaceId}/settings/account`)
    await isRead(page)
    await page.getByText('https://sightline.example/mcp').waitFor()
    services.address = () => console.url
  })

  it('with an invalid request leads to an error page', async () => {
    await page.goto(`${console.url}/oauth/authorize?client_id=nobody&response_type=code`)
    await page.getByText('Sightline does not know this app').waitFor()
  })

  it('causes no errors on the pages', () => {
    // The console checks the session before sign-in, which returns 401.
    expect(seen.filter((line) => !line.includes('status of 401'))).toEqual([])
  })
})
