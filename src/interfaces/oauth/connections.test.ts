import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, fixtureNow, startFixtureApp } from '../../testing/fixture.ts'
import {
  approve,
  askForTokens,
  begin,
  callTool,
  connect,
  oauthEnvironment,
  type Program,
  refresh,
  register,
  type Tokens,
} from '../../testing/oauth.ts'
import { makePerson, type Person, signInByLink } from '../../testing/people.ts'
import type { Answer, TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let owner: Person

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp(oauthEnvironment))
  owner = await makePerson(app, fixture.workspaceId, 'owner')
})
afterEach(() => app.setNow(fixtureNow))
afterAll(() => app.close())

const errorOf = (answer: Answer) => (JSON.parse(answer.text) as { error: string }).error
const works = async (token: string) => (await callTool(app, token, 'list_brands')).status
const secondsLater = (seconds: number) => app.setNow(new Date(Date.parse(String(fixtureNow)) + seconds * 1000))

describe('the connections of a person', () => {
  const connectedOf = async ({ browser }: Person) =>
    (await browser.operate('list-connected-clients')).body.data as { id: string; name: string }[]
  const answerTo = (person: Person, request: string | undefined) =>
    person.browser.operate('approve-client', {
      request_id: request,
      target_workspace_id: fixture.workspaceId,
      scopes: ['read:basic'],
    })

  test('are one if a request is approved twice concurrently', async () => {
    const person = await makePerson(app, fixture.workspaceId, 'viewer')
    const { request } = await begin(app, person.browser, await register(app))
    const answers = await Promise.all([1, 2, 3, 4].map(() => answerTo(person, request)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    expect(await connectedOf(person)).toHaveLength(1)
  })

  test('are one if two requests of a client are approved concurrently', async () => {
    const person = await makePerson(app, fixture.workspaceId, 'viewer')
    const program = await register(app)
    const begun = [1, 2, 3, 4].map(async () => (await begin(app, person.browser, program)).request)
    const requests = await Promise.all(begun)
    const answers = await Promise.all(requests.map((request) => answerTo(person, request)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await connectedOf(person)).toHaveLength(1)
  })

  test('are limited to fifty, without the ended ones', async () => {
    const person = await makePerson(app, fixture.workspaceId, 'viewer')
    await connect(app, person.browser)
    const [connected] = await connectedOf(person)
    await app.app.services.postgres.execute(
      `insert into oauth_connections select gen_random_uuid(), 'other ' || n, client_name, client_place, person_id,
         workspace_id, scopes, brand_ids, created_at, last_used_at
       from oauth_connections, generate_series(1, 49) as n where person_id = '${person.id}'`,
    )
    const { request } = await begin(app, person.browser, await register(app))
    const { status, body } = await answerTo(person, request)
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      'conflict',
      expect.stringContaining('disconnect an unused one'),
    ])
    const copy = (await connectedOf(person)).find(({ id }) => id !== connected?.id)
    await person.browser.operate('disconnect-client', { connection_id: copy?.id })
    await approve(app, person.browser, request)
    // By then, an approved client without tokens can no longer fetch them.
    secondsLater(1801)
    expect(await connectedOf(person)).toHaveLength(1)
    expect((await answerTo(person, (await begin(app, person.browser, await register(app))).request)).status).toBe(200)
  })

  test('end with their last valid token', async () => {
    const person = await makePerson(app, fixture.workspaceId, 'viewer')
    const { program, tokens } = await connect(app, person.browser)
    secondsLater(29 * 86_400)
    await refresh(app, program, tokens.refresh_token)
    await signInByLink(app, person.email, person.browser)
    expect(await connectedOf(person)).toHaveLength(1)
    const other = await register(app, { grant_types: ['authorization_code'] })
    await connect(app, person.browser, { program: other })
    expect(await connectedOf(person)).toHaveLength(2)
    secondsLater(29 * 86_400 + 1801)
    expect(await connectedOf(person)).toHaveLength(1)
  })
})

describe('a refresh token', () => {
  const renewed = async (program: Program, token: string) => {
    const { status, text } = await refresh(app, program, token)
    expect([status, text]).toEqual([200, expect.any(String)])
    return JSON.parse(text) as Tokens
  }

  test('whose response was lost gets the same tokens again', async () => {
    const { program, tokens } = await connect(app, owner.browser)
    const lost = await renewed(program, tokens.refresh_token)
    secondsLater(29)
    const again = await renewed(program, tokens.refresh_token)
    expect([again.refresh_token, await works(again.access_token)]).toEqual([lost.refresh_token, 200])
    const next = await renewed(program, again.refresh_token)
    expect(await works(next.access_token)).toBe(200)
    secondsLater(59)
    expect(errorOf(await refresh(app, program, again.refresh_token))).toBe('invalid_grant')
    expect(await works(next.access_token)).toBe(401)
  })

  test('that is used twice concurrently gets the same response', async () => {
    const { program, tokens } = await connect(app, owner.browser)
    const both = [renewed(program, tokens.refresh_token), renewed(program, tokens.refresh_token)]
    const [first, second] = (await Promise.all(both)) as [Tokens, Tokens]
    expect(first.refresh_token).toBe(second.refresh_token)
    await renewed(program, first.refresh_token)
  })

  test('that another client sends in the meantime gets nothing', async () => {
    const { program, tokens } = await connect(app, owner.browser)
    const next = await renewed(program, tokens.refresh_token)
    expect(errorOf(await refresh(app, await register(app), tokens.refresh_token))).toBe('invalid_grant')
    await renewed(program, next.refresh_token)
  })

  test('used again after its successor revokes its whole family', async () => {
    const { program, tokens } = await connect(app, owner.browser)
    const next = await renewed(program, tokens.refresh_token)
    const last = await renewed(program, next.refresh_token)
    expect(errorOf(await refresh(app, program, tokens.refresh_token))).toBe('invalid_grant')
    expect(await works(last.access_token)).toBe(401)
    expect(errorOf(await refresh(app, program, last.refresh_token))).toBe('invalid_grant')
  })

  test('used again later revokes its whole family', async () => {
    const { program, tokens } = await connect(app, owner.browser)
    const next = JSON.parse((await refresh(app, program, tokens.refresh_token)).text) as Tokens
    expect(await works(next.access_token)).toBe(200)
    secondsLater(30)
    expect(errorOf(await refresh(app, program, tokens.refresh_token))).toBe('invalid_grant')
    expect([await works(next.access_token), await works(tokens.access_token)]).toEqual([401, 401])
    expect(errorOf(await refresh(app, program, next.refresh_token))).toBe('invalid_grant')
    const { body } = await owner.browser.operate('list-connected-clients')
    expect(JSON.stringify(body.data)).not.toContain(program.client_id)
  })

  test('is useless to another client, and cannot widen the grant', async () => {
    const granted = { scopes: ['read:basic'] }
    const { program, tokens } = await connect(app, owner.browser, { granted })
    expect(errorOf(await refresh(app, await register(app), tokens.refresh_token))).toBe('invalid_grant')
    const more = await askForTokens(app, {
      grant_type: 'refresh_token',
      client_id: program.client_id,
      refresh_token: tokens.refresh_token,
      scope: 'read:basic write:prompts',
    })
    expect(errorOf(more)).toBe('invalid_scope')
  })
})
