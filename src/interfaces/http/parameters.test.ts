import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Endpoint,
  type Parameter,
  type ParameterKind,
  parametersOf,
  type Query,
  readEndpoints,
  urlOf,
  validValue,
} from '../../testing/endpoints.ts'
import { type Fixture, startFixtureApp } from '../../testing/fixture.ts'
import { inForm, portion } from '../../testing/forms.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
})
afterAll(() => app.close())

const ask = (endpoint: Endpoint, query: Query) => app.get(urlOf(endpoint, fixture.ids, query), fixture.key)
const perParameter = readEndpoints.flatMap((endpoint) =>
  parametersOf(endpoint).map((parameter) => ({ endpoint, parameter })),
)
/** Parameters other than `cursor`, which has its own tests. */
const plain = perParameter.filter(({ parameter }) => parameter.name !== 'cursor')

const pair = (name: string, value: string) => [name, value] as const
const twice = (name: string, value: string): Query => [pair(name, value), pair(name, value)]

async function expectRefused(endpoint: Endpoint, query: Query, message: string | RegExp): Promise<void> {
  const { status, body } = await ask(endpoint, query)
  const what = `${endpoint.name} ${JSON.stringify(query)}`
  expect([status, body.error?.code], what).toEqual([400, 'invalid_request'])
  expect(body.error.message, what).toMatch(message)
}

test('unknown parameters of an endpoint are rejected by name', async () => {
  const strange = (
    'segment_limit|Limit|limit |limit[]|limit[0]|brand_id|workspace_id||__proto__|constructor|toString|hasOwnProperty|' +
    'prototype|\u0000|\u{1f600}|ünï'
  ).split('|')
  const names = [...new Set([...strange, ...perParameter.map(({ parameter }) => parameter.name)])]
  for (const [place, endpoint] of readEndpoints.entries()) {
    const taken = parametersOf(endpoint).map(({ name }) => name)
    for (const name of portion(names, place, 24).filter((candidate) => !taken.includes(candidate)))
      await expectRefused(endpoint, [[name, '1']], `unknown ${JSON.stringify(name)}`)
    await expectRefused(endpoint, twice('surprise', '1'), 'unknown "surprise"')
    await expectRefused(endpoint, [['x'.repeat(20_000), '1']], 'unknown "xxx')
  }
})

test('a message about an unknown parameter lists the known ones', async () => {
  const { body } = await app.get('/v1/brands?page=2', fixture.key)
  expect(body.error.message).toBe('unknown "page"; allowed: limit, cursor')
  expect((await app.get('/v1/me?x=', fixture.key)).body.error.message).toBe('unknown "x"; allowed: nothing')
})

test('a single parameter is accepted once, a repeatable one any number of times', async () => {
  const repeatable = plain.filter(({ parameter }) => parameter.repeatable)
  for (const { endpoint, parameter } of portion(repeatable, 0, 8)) {
    const { status } = await ask(endpoint, twice(parameter.name, validValue(parameter, fixture.ids)))
    expect(status, `${endpoint.name} ${parameter.name}`).toBe(200)
  }
  for (const { endpoint, parameter } of plain.filter(({ parameter }) => !parameter.repeatable)) {
    const query = twice(parameter.name, validValue(parameter, fixture.ids))
    await expectRefused(endpoint, query, `${parameter.name} can only be given once`)
  }
  for (const { endpoint, parameter } of perParameter.filter(({ parameter }) => parameter.name === 'cursor'))
    await expectRefused(endpoint, twice(parameter.name, 'x'), 'cursor can only be given once')
})

test('every allowed value of a parameter is accepted', async () => {
  for (const { endpoint, parameter } of portion(plain, 0, 16)) {
    const all: Partial<Record<ParameterKind, string[]>> = {
      integer: [String(parameter.min), String(parameter.max)],
      boolean: ['true', 'false'],
      enum: parameter.values,
    }
    for (const value of all[parameter.kind] ?? [validValue(parameter, fixture.ids)])
      expect((await ask(endpoint, [[parameter.name, value]])).status, `${parameter.name}=${value}`).toBe(200)
  }
})

/** Values separated by bars, the first of them empty; `id` stands for an existing one. */
const wrong: Record<ParameterKind, string[]> = {
  integer:
    '| |1.5|1.0|1e1|1E1|0x10|0b1|0o7|+5|-0|05|00| 5|5 |5,6|5\n|1_0|٣|NaN|Infinity|null|true|9007199254740993'.split(
      '|',
    ),
  boolean: '|1|0|TRUE|True|FALSE|yes|no|on| true|true |true,false|null'.split('|'),
  enum: '|none|ANY| any|any |any,all|0|__proto__|constructor'.split('|'),
  date: (
    '|2026-02-30|2025-02-29|2026-13-01|2026-00-10|2026-01-00|2026-2-3|20260203|2026-02|03-02-2026|2026/02/03|' +
    '2026-02-03T00:00:00Z|2026-02-03Z| 2026-02-03|2026-02-03 |+2026-02-03|-2026-02-03|02026-02-03|0000-01-05|' +
    '0001-01-01|1969-12-31|2200-01-01|9999-12-31|today|1780000000|٢٠٢٦-٠٢-٠٣'
  ).split('|'),
  time: '|2026-02-03|2026-02-03T00:00:00|2026-02-30T00:00:00Z|2026-02-03 00:00:00Z|now|1780000000'.split('|'),
  uuid: "|x|{id}|urn:uuid:id|id-|-id| id|id |id,id|id\n|\u0000|0|null|' or 1=1 --".split('|'),
  country: '|us|Us|USA|U| US|US |US,DE|XX|ZZ|EU|UK|XK|840|İS|__proto__|constructor'.split('|'),
  domain:
    '|nope.example.com|Globex.com| globex.com|globex.com |globex.com.|globex.com/|https://globex.com|globex.com:80|a b|\u0000|münchen.de|\u{1f600}'.split(
      '|',
    ),
  text: "|nope|__proto__|constructor|\u0000|\u{1f600}|chatgpt'|chatgpt\\|ChatGPT|chatgpt,gemini".split('|'),
}
const says: Record<ParameterKind, (parameter: Parameter) => string> = {
  integer: ({ min, max }) => `an integer from ${min} to ${max}`,
  boolean: () => 'true or false',
  // A message lists at most this many values.
  enum: ({ values }) => `one of ${values.slice(0, 60).join(', ')}`,
  date: () => 'a (?:valid )?date',
  time: () => 'a time',
  uuid: () => 'a uuid',
  country: () => 'an ISO 3166-1 alpha-2 code in upper case, such as US',
  domain: () => 'a registrable domain in lower case, such as example.com',
  text: () => 'one of',
}

test('an invalid value is rejected with the parameter’s name and its allowed values', async () => {
  // A question or a search accepts any text.
  const constrained = plain.filter(({ parameter }) => !['q', 'search'].includes(parameter.name))
  for (const { endpoint, parameter } of constrained) {
    const { name, kind, min, max } = parameter
    const ofKind = constrained.filter((other) => other.parameter.kind === kind)
    const place = ofKind.findIndex((other) => other.parameter === parameter)
    const id = kind === 'uuid' ? validValue(parameter, fixture.ids) : ''
    const values = kind === 'integer' ? [...wrong.integer, String(min - 1), String(max + 1)] : wrong[kind]
    const message = new RegExp(`^${name} must be ${says[kind](parameter)}`)
    const invalid = values.filter((value) => !parameter.values.includes(value))
    for (const text of portion(invalid, place, Math.min(8, ofKind.length))) {
      const value = text.replaceAll('id', id)
      await expectRefused(endpoint, [[name, value]], message)
      if (parameter.repeatable)
        await expectRefused(
          endpoint,
          [
            [name, validValue(parameter, fixture.ids)],
            [name, value],
          ],
          message,
        )
    }
  }
})

test('an id outside the brand is rejected, even one of another workspace, like a missing one', async () => {
  for (const { endpoint, parameter } of plain.filter(({ parameter }) => parameter.kind === 'uuid')) {
    const messages = []
    for (const id of [
      crypto.randomUUID(),
      fixture.foreignIds[parameter.name]?.[0],
      fixture.otherIds[parameter.name]?.[0],
    ] as string[]) {
      const { status, body } = await ask(endpoint, [[parameter.name, id]])
      expect([status, body.error.code]).toEqual([400, 'invalid_request'])
      messages.push(body.error.message.replace(id, 'ID'))
    }
    expect(messages[0]).toContain(parameter.name)
    expect(new Set(messages).size).toBe(1)
  }
})

test('upper-case ids are accepted and mean the same', async () => {
  const identifying = plain.filter(({ parameter }) => parameter.kind === 'uuid')
  for (const { endpoint, parameter } of portion(identifying, 0, 8)) {
    const id = validValue(parameter, fixture.ids)
    const [lower, upper] = [
      await ask(endpoint, [[parameter.name, id]]),
      await ask(endpoint, [[parameter.name, id.toUpperCase()]]),
    ]
    expect([upper.status, upper.body.data, upper.body.meta]).toEqual([200, lower.body.data, lower.body.meta])
  }
})

test('a period must start before its end and span at most 400 days', async () => {
  const dated = readEndpoints.filter((endpoint) => {
    const names = parametersOf(endpoint).map(({ name }) => name)
    return names.includes('start_date') && names.includes('end_date')
  })
  expect(dated.length).toBeGreaterThan(0)
  for (const [place, endpoint] of dated.entries()) {
    const compares = parametersOf(endpoint).some(({ name }) => name === 'compare_to_previous')
    const period = (start: string, end: string): Query => [
      ['start_date', start],
      ['end_date', end],
      ...(compares ? [pair('compare_to_previous', 'true')] : []),
    ]
    await expectRefused(endpoint, period('2026-06-02', '2026-06-01'), 'start_date must not be after end_date')
    // Today is 2026-06-15: a start in the future is after the default end. Experiments can be planned.
    if (endpoint.name !== 'list-experiments')
      await expectRefused(endpoint, [['start_date', '2026-06-16']], 'start_date must not be after end_date')
    const isLimited = !['list-earned-mentions', 'list-experiments'].includes(endpoint.name)
    const accepted = [
      ['2026-06-01', '2026-06-01'],
      ['1970-01-01', '1970-01-02'],
      ['2199-12-01', '2199-12-31'],
      ...(isLimited ? [['2025-05-12', '2026-06-15'] as const] : []),
    ] as const
    for (const [start, end] of portion(accepted, place, accepted.length))
      expect((await ask(endpoint, period(start, end))).status, endpoint.name).toBe(200)
    if (!isLimited) continue
    await expectRefused(endpoint, period('2025-05-11', '2026-06-15'), '400 days')
  }
})

test('several faults are reported together', async () => {
  const endpoint = readEndpoints.find(({ name }) => name === 'list-engine-visibility') as Endpoint
  const { body } = await ask(endpoint, [
    ['limit', '0'],
    ['top_competitors', '21'],
    ['end_date', 'x'],
  ])
  for (const name of ['limit', 'top_competitors', 'end_date']) expect(body.error.message).toContain(`${name} must be`)
  expect(body.error.message.match(/end_date/g)).toHaveLength(1)
})

const strangeTexts = '__proto__|constructor|toString|\u0000|\u{1f600}|\'|\\|"|%|\u202e|-1|1e309|null|[]|{}'.split('|')
const anyText = fc.oneof(
  fc.constantFrom(...strangeTexts, 'a'.repeat(5000)),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
const escaped = anyText.map((text) => encodeURIComponent(text))
/** Bytes that are not UTF-8, and percent signs without an escape. */
const bytes = fc
  .array(fc.constantFrom('%ff', '%00', '%', '%zz', '%c3', '+', '%ed%a0%80', 'a', '%25', ';', '=', '?'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''))

test('any query gets a 200 or 400 in the documented shape', async () => {
  for (const endpoint of readEndpoints) {
    const parameters = parametersOf(endpoint)
    const names = parameters.length === 0 ? escaped : fc.constantFrom(...parameters.map(({ name }) => name))
    const values = parameters.flatMap((parameter) =>
      parameter.name === 'cursor' ? [] : [validValue(parameter, fixture.ids), ...parameter.values],
    )
    const pair = fc.tuple(
      fc.oneof({ weight: 8, arbitrary: names }, escaped, bytes),
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom('', ...values) }, escaped, bytes),
    )
    const queries = fc
      .array(pair, { maxLength: 5 })
      .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))
    const path = urlOf(endpoint, fixture.ids)
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const { status, body } = await app.get(`${path}${path.includes('?') ? '&' : '?'}${query}`, fixture.key)
        if (status === 200) expect(body).toMatchObject({ data: expect.anything(), request_id: expect.any(String) })
        else
          expect([status, ['invalid_request', 'invalid_cursor'].includes(body.error.code), body.data]).toEqual([
            400,
            true,
            undefined,
          ])
      }),
      { numRuns: inForm(3, 60) },
    )
  }
})
