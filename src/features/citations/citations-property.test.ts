import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  referenceCitations,
  referenceCitationTrends,
  referenceDomains,
} from '../../testing/citations/reference-citations.ts'
import { answerFixture, lastDay } from '../../testing/executions/answer-fixture.ts'
import { buildAnswers } from '../../testing/executions/build-answers.ts'
import { type Asked, fixtureRequest } from '../../testing/executions/fixture-request.ts'
import type { ReferenceFixture } from '../../testing/executions/reference-executions.ts'
import { inForm } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, queryOf } from '../../testing/visibility/ask.ts'

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const requests = Number(process.env.TEST_RUNS ?? inForm(5, 40))
let test: TestApp
let fixtures: ReferenceFixture[]

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
    fc.sample(answerFixture(min, max), { seed: seed + index, numRuns: 1 }),
  )
  fixtures = await Promise.all(samples.map((sample) => buildAnswers(test, sample)))
})
afterAll(() => test.close())

it('lists the same pages as the reference implementation, with one id per page', async () => {
  for (const fixture of fixtures) {
    const idOf = new Map<string, string>()
    const matches = async ({ fields, limit, now }: Asked) => {
      test.setNow(now)
      const path = `/v1/brands/${fixture.id}/citations?${queryOf(fields)}`
      const { data, meta } = await askAll(test, fixture.key, path, limit)
      const rows = data as { citation_id: string; domain: string; url: string }[]
      const shown = rows.map(({ citation_id: _, ...row }) => row)
      expect({ data: shown, meta }).toEqual(referenceCitations(fixture, fields, lastDay))
      for (const { citation_id, url } of rows) {
        expect(idOf.get(url) ?? citation_id).toBe(citation_id)
        idOf.set(url, citation_id)
      }
      expect(new Set(rows.map((row) => row.citation_id)).size).toBe(rows.length)
    }
    await fc.assert(fc.asyncProperty(fixtureRequest(fixture, ['domain', 'prompt_id']), matches), {
      seed,
      numRuns: requests,
    })
  }
})

it('lists the same sites as the reference implementation', async () => {
  for (const fixture of fixtures) {
    const matches = async ({ fields, limit, now }: Asked) => {
      test.setNow(now)
      const path = `/v1/brands/${fixture.id}/citations/domains?${queryOf(fields)}`
      expect(await askAll(test, fixture.key, path, limit)).toEqual(referenceDomains(fixture, fields, lastDay))
    }
    await fc.assert(fc.asyncProperty(fixtureRequest(fixture, ['prompt_id']), matches), {
      seed,
      numRuns: requests,
    })
  }
})

it('returns the same trends as the reference implementation, by site, by owner and in total', async () => {
  for (const fixture of fixtures) {
    const matches = async ({ fields, limit, now }: Asked) => {
      test.setNow(now)
      const path = `/v1/brands/${fixture.id}/citations/trend?${queryOf(fields)}`
      expect(await askAll(test, fixture.key, path, limit), path).toEqual(
        referenceCitationTrends(fixture, fields, lastDay),
      )
    }
    await fc.assert(fc.asyncProperty(fixtureRequest(fixture, ['domain', 'line']), matches), {
      seed,
      numRuns: requests * 2,
    })
  }
})
