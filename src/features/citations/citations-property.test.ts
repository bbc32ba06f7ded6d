import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plainCitations, plainDomains } from '../../testing/citations/plain-citations.ts'
import { answerWorld, lastDay } from '../../testing/executions/answer-world.ts'
import { buildAnswers } from '../../testing/executions/build-answers.ts'
import type { PlainWorld } from '../../testing/executions/plain-world.ts'
import { type Asked, worldRequest } from '../../testing/executions/world-request.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, queryOf } from '../../testing/visibility/ask.ts'

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const requests = Number(process.env.TEST_RUNS ?? 40)
let test: TestApp
let worlds: PlainWorld[]

beforeAll(async () => {
  console.log(`citations-property: TEST_SEED=${seed}`)
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

it('lists the pages that the plain reading of the same world gives, each with an id of its own', async () => {
  for (const world of worlds) {
    const idOf = new Map<string, string>()
    const matches = async ({ fields, limit, now }: Asked) => {
      test.setNow(now)
      const path = `/v1/brands/${world.id}/citations?${queryOf(fields)}`
      const { data, meta } = await askAll(test, world.key, path, limit)
      const rows = data as { citation_id: string; domain: string; url: string }[]
      const shown = rows.map(({ citation_id: _, ...row }) => row)
      expect({ data: shown, meta }).toEqual(plainCitations(world, fields, lastDay))
      for (const { citation_id, url } of rows) {
        expect(idOf.get(url) ?? citation_id).toBe(citation_id)
        idOf.set(url, citation_id)
      }
      expect(new Set(rows.map((row) => row.citation_id)).size).toBe(rows.length)
    }
    await fc.assert(fc.asyncProperty(worldRequest(world, ['domain']), matches), { seed, numRuns: requests })
  }
})

it('lists the sites that the plain reading of the same world gives', async () => {
  for (const world of worlds) {
    const matches = async ({ fields, limit, now }: Asked) => {
      test.setNow(now)
      const path = `/v1/brands/${world.id}/citations/domains?${queryOf(fields)}`
      expect(await askAll(test, world.key, path, limit)).toEqual(plainDomains(world, fields, lastDay))
    }
    await fc.assert(fc.asyncProperty(worldRequest(world), matches), { seed, numRuns: requests })
  }
})
