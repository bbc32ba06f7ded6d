import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerFixture, lastDay } from '../../testing/executions/answer-fixture.ts'
import { buildAnswers } from '../../testing/executions/build-answers.ts'
import { type Asked, fixtureRequest } from '../../testing/executions/fixture-request.ts'
import {
  type ReferenceFixture,
  referenceExecution,
  referenceExecutions,
} from '../../testing/executions/reference-executions.ts'
import { inForm } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, queryOf } from '../../testing/visibility/ask.ts'

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const requests = Number(process.env.TEST_RUNS ?? inForm(3, 40))
let test: TestApp
let fixtures: ReferenceFixture[]

beforeAll(async () => {
  console.log(`executions-property: TEST_SEED=${seed}`)
  test = await startTestApp()
  test.setNow(`${lastDay}T12:00:00Z`)
  const sizes = [
    [0, 0],
    [1, 5],
    [20, 40],
    [60, 90],
  ] as const
  const samples = sizes.flatMap(([min, max], index) =>
    fc.sample(answerFixture(min, max), { seed: seed + index, numRuns: 1 }),
  )
  fixtures = await Promise.all(samples.map((sample) => buildAnswers(test, sample)))
})
afterAll(() => test.close())

it('lists the same answers as the reference implementation, in the same order', async () => {
  for (const fixture of fixtures) {
    const matches = async ({ fields, limit, now }: Asked) => {
      test.setNow(now)
      const path = `/v1/brands/${fixture.id}/executions?${queryOf(fields)}`
      expect(await askAll(test, fixture.key, path, limit)).toEqual(referenceExecutions(fixture, fields, lastDay))
    }
    await fc.assert(fc.asyncProperty(fixtureRequest(fixture, ['prompt_id', 'outcome']), matches), {
      seed,
      numRuns: requests,
    })
  }
})

it('shows the mentions and citations of each answer', async () => {
  for (const fixture of fixtures)
    for (const answer of fixture.executions) {
      const { status, body } = await test.get(`/v1/brands/${fixture.id}/executions/${answer.id}`, fixture.key)
      expect([status, body.data]).toEqual([200, referenceExecution(fixture, answer)])
    }
})

it('returns the previous and next answer within the same filters', async () => {
  for (const fixture of fixtures) {
    const agrees = async ({ fields, now }: Asked) => {
      test.setNow(now)
      const listed = referenceExecutions(fixture, fields, lastDay).data.map(({ id }) => id)
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      for (const [place, execution_id] of listed.entries())
        expect(
          await test.operate('get-execution-neighbours', { brand_id: fixture.id, execution_id, ...given }),
        ).toEqual({ newer: listed[place - 1] ?? null, older: listed[place + 1] ?? null })
    }
    await fc.assert(fc.asyncProperty(fixtureRequest(fixture, ['prompt_id', 'outcome']), agrees), {
      seed,
      numRuns: Math.ceil(requests / 5),
    })
  }
})
