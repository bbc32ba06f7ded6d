import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerWorld, lastDay } from '../../testing/executions/answer-world.ts'
import { buildAnswers } from '../../testing/executions/build-answers.ts'
import { type PlainWorld, plainExecution, plainExecutions } from '../../testing/executions/plain-world.ts'
import { type Asked, worldRequest } from '../../testing/executions/world-request.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, queryOf } from '../../testing/visibility/ask.ts'

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const requests = Number(process.env.TEST_RUNS ?? 40)
let test: TestApp
let worlds: PlainWorld[]

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
    fc.sample(answerWorld(min, max), { seed: seed + index, numRuns: 1 }),
  )
  worlds = await Promise.all(samples.map((sample) => buildAnswers(test, sample)))
})
afterAll(() => test.close())

it('lists the answers that the plain reading of the same world gives, in its order', async () => {
  for (const world of worlds) {
    const matches = async ({ fields, limit, now }: Asked) => {
      test.setNow(now)
      const path = `/v1/brands/${world.id}/executions?${queryOf(fields)}`
      expect(await askAll(test, world.key, path, limit)).toEqual(plainExecutions(world, fields, lastDay))
    }
    await fc.assert(fc.asyncProperty(worldRequest(world, ['prompt_id']), matches), {
      seed,
      numRuns: requests,
    })
  }
})

it('shows each answer with whom it names and what it cites', async () => {
  for (const world of worlds)
    for (const answer of world.executions) {
      const { status, body } = await test.get(`/v1/brands/${world.id}/executions/${answer.id}`, world.key)
      expect([status, body.data]).toEqual([200, plainExecution(world, answer)])
    }
})
