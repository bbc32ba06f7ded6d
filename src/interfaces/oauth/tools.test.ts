import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isWriteScope } from '../../kernel/scopes.ts'
import { argumentsOf } from '../../testing/agents.ts'
import { checkRows } from '../../testing/check-rows.ts'
import { endpoints } from '../../testing/endpoints.ts'
import { type Fixture, makeKey, startFixtureApp } from '../../testing/fixture.ts'
import { callTool, connect, oauthEnvironment, refusedCode } from '../../testing/oauth.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import type { Answer, TestApp } from '../../testing/test-app.ts'
import { toolName } from '../mcp/operation-tool.ts'

let app: TestApp
let fixture: Fixture
let owner: Person

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp(oauthEnvironment))
  owner = await makePerson(app, fixture.workspaceId, 'owner')
})
afterAll(() => app.close())

/** The result in a response's single message. */
function resultOf(answer: Answer): { isError?: boolean; structuredContent?: { error?: { code: string } } } {
  const text = answer.text.startsWith('{') ? answer.text : /^data: (.*)$/m.exec(answer.text)?.[1]
  return (JSON.parse(text ?? '{}') as { result: object }).result
}

describe('with every scope, a brand of another workspace is like a missing one', () => {
  let token: string
  beforeAll(async () => {
    const scopes = [...new Set(endpoints.map(({ access }) => access).filter((scope) => scope !== 'any-key'))]
    const { tokens } = await connect(app, owner.browser, { scope: scopes.join(' '), granted: { scopes } })
    token = tokens.access_token
  })

  const ofBrand = endpoints.filter(({ on }) => on === 'brand')
  test('for every tool', () =>
    checkRows(
      ofBrand.map((endpoint) => [toolName(endpoint.name), endpoint] as const),
      async (endpoint, name) => {
        const given = {
          ...argumentsOf(endpoint, fixture.foreignIds),
          brand: fixture.foreignIds.brand_id?.[0],
        }
        const { isError, structuredContent } = resultOf(await callTool(app, token, name, given))
        expect([isError, structuredContent?.error?.code]).toEqual([true, 'not_found'])
      },
    ))
})

describe('a missing scope of a token is named, so that the client can ask its person', () => {
  let token: string
  let viewers: string
  beforeAll(async () => {
    token = (await connect(app, owner.browser, { granted: { scopes: ['read:basic'] } })).tokens.access_token
    const viewer = await makePerson(app, fixture.workspaceId, 'viewer')
    viewers = (await connect(app, viewer.browser, { granted: { scopes: ['read:basic'] } })).tokens.access_token
  })

  const guarded = endpoints.filter(({ access }) => access !== 'any-key' && access !== 'read:basic')
  test('by every tool', () =>
    checkRows(
      guarded.map((endpoint) => [toolName(endpoint.name), endpoint] as const),
      async (endpoint, name) => {
        const [brand] = fixture.ids.brand_id as [string]
        const given = { ...argumentsOf(endpoint, fixture.ids), ...(endpoint.on === 'brand' ? { brand } : {}) }
        const answer = await callTool(app, token, name, given)
        expect([answer.status, refusedCode(answer)]).toEqual([403, 'insufficient_scope'])
        expect(answer.headers['www-authenticate']).toBe(
          `Bearer error="insufficient_scope", resource_metadata="http://sightline.test/.well-known/oauth-protected-resource/mcp", scope="read:basic ${endpoint.access}"`,
        )
      },
    ))

  test('unless the person’s role does not allow it, as consent cannot help', async () => {
    const [brand] = fixture.ids.brand_id as [string]
    const answer = await callTool(app, viewers, 'create_prompt', { brand, text: 'Which?' })
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([200, undefined])
    expect(resultOf(answer).structuredContent?.error?.code).toBe('insufficient_scope')
  })

  test('and a key gets a message, as it cannot ask', async () => {
    const key = await makeKey(app, fixture.workspaceId, { scopes: ['read:basic'] })
    const answer = await callTool(app, key, 'list_prompts')
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([200, undefined])
  })

  test('for reads and writes', () => {
    expect(guarded.filter(({ access }) => isWriteScope(access)).length).toBeGreaterThan(9)
    expect(guarded.length).toBeGreaterThan(40)
  })
})
