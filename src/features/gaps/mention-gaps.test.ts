import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerFixture, lastDay } from '../../testing/executions/answer-fixture.ts'
import { buildAnswers } from '../../testing/executions/build-answers.ts'
import { type Asked, fixtureRequest } from '../../testing/executions/fixture-request.ts'
import {
  alphabetical,
  answersOf,
  type FixtureRequest,
  ownerOf,
  type ReferenceExecution,
  type ReferenceFixture,
} from '../../testing/executions/reference-executions.ts'
import { inForm } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askPage, queryOf } from '../../testing/visibility/ask.ts'
import { periodOf } from '../../testing/visibility/reference-ranking.ts'

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const requests = Number(process.env.TEST_RUNS ?? inForm(8, 40))
let test: TestApp
let fixtures: ReferenceFixture[]

beforeAll(async () => {
  console.log(`mention-gaps: TEST_SEED=${seed}`)
  test = await startTestApp()
  test.setNow(`${lastDay}T12:00:00Z`)
  const samples = (
    [
      [0, 0],
      [20, 40],
      [60, 90],
    ] as const
  ).flatMap(([min, max], index) => fc.sample(answerFixture(min, max), { seed: seed + index, numRuns: 1 }))
  fixtures = await Promise.all(samples.map((sample) => buildAnswers(test, sample)))
})
afterAll(() => test.close())

type Rivals = ReferenceFixture['entities']

const names = (answer: ReferenceExecution, id: string) => answer.mentions.some(({ entityId }) => entityId === id)

/** Counts answers by which side they mention, one by one. */
function countSides(fixture: ReferenceFixture, answers: ReferenceExecution[], rivals: Rivals) {
  const sides = answers.map((answer) => [names(answer, fixture.id), rivals.some(({ id }) => names(answer, id))])
  const count = (own: boolean, rival: boolean) => sides.filter(([a, b]) => a === own && b === rival).length
  return {
    executions: answers.length,
    both: count(true, true),
    brand_only: count(true, false),
    competitors_only: count(false, true),
  }
}

function plainGaps(fixture: ReferenceFixture, request: FixtureRequest, rivals: Rivals) {
  const answers = answersOf(fixture, request, lastDay)
  const inGap = (answer: ReferenceExecution) => countSides(fixture, [answer], rivals).competitors_only === 1
  const widest = (a: { competitors_only: number }, b: { competitors_only: number }) =>
    b.competitors_only - a.competitors_only
  const prompts = fixture.prompts
    .map((prompt) => ({
      prompt_id: prompt.id,
      text: prompt.text,
      ...countSides(
        fixture,
        answers.filter((answer) => answer.prompt?.id === prompt.id),
        rivals,
      ),
    }))
    .filter(({ competitors_only }) => competitors_only > 0)
  const engines = [...Map.groupBy(answers, ({ engine }) => engine)]
    .map(([engine, those]) => ({ engine, ...countSides(fixture, those, rivals) }))
    .filter(({ competitors_only }) => competitors_only > 0)
  const domains = [...new Set(answers.flatMap(({ cited }) => cited.map(({ domain }) => domain)))]
    .map((domain) => {
      const citing = answers.filter(({ cited }) => cited.some((page) => page.domain === domain))
      const gap = citing.filter(inGap)
      return {
        domain,
        owner: ownerOf(fixture, domain),
        gap_answers: gap.length,
        brand_answers: citing.filter((answer) => names(answer, fixture.id)).length,
        competitors: rivals
          .map(({ id, name }) => ({ id, name, answers: gap.filter((answer) => names(answer, id)).length }))
          .filter((rival) => rival.answers > 0)
          .sort((a, b) => b.answers - a.answers),
      }
    })
    .filter(({ gap_answers }) => gap_answers > 0)
    .sort(
      (a, b) => b.gap_answers - a.gap_answers || a.brand_answers - b.brand_answers || alphabetical(a.domain, b.domain),
    )
  return { ...countSides(fixture, answers, rivals), prompts, engines, domains, widest }
}

interface Body {
  data: Omit<ReturnType<typeof plainGaps>, 'widest'>
  meta: { period: object; domains: number }
}

it('returns the same mention gaps as counting one by one', async () => {
  for (const fixture of fixtures) {
    const rivals = fixture.entities.filter(({ isOurBrand }) => !isOurBrand)
    const chosen = fc.option(fc.subarray(rivals, { minLength: 1 }), { nil: undefined })
    const agrees = async ({ fields, now }: Asked, some: Rivals | undefined) => {
      test.setNow(now)
      const query = queryOf({ ...fields, ...(some && { competitor_id: some.map(({ id }) => id) }) } as object)
      const { body }: { body: Body } = await askPage(
        test,
        fixture.key,
        `/v1/brands/${fixture.id}/competitors/gaps?${query}`,
      )
      const { widest, ...expected } = plainGaps(fixture, fields, some ?? rivals)
      const { prompts, engines, ...rest } = body.data
      const { prompts: plainPrompts, engines: plainEngines, ...plainRest } = expected
      expect(rest).toEqual(plainRest)
      // Equally wide gaps have no defined order.
      for (const rows of [prompts, engines]) expect([...rows].sort(widest)).toEqual(rows)
      const byKey = (rows: { engine?: string; prompt_id?: string }[]) =>
        rows.toSorted((a, b) => alphabetical(a.engine ?? a.prompt_id ?? '', b.engine ?? b.prompt_id ?? ''))
      // Answers whose prompt was deleted have no row, but are counted.
      expect(byKey(prompts)).toEqual(byKey(plainPrompts))
      expect(byKey(engines)).toEqual(byKey(plainEngines))
      expect(body.meta.period).toEqual(periodOf(fields, lastDay))
      expect(body.meta.domains).toBe(plainRest.domains.length)
      // max_rows limits the rows, not the counts.
      const path = `/v1/brands/${fixture.id}/competitors/gaps?${query}${query === '' ? '' : '&'}max_rows=1`
      const cut: Body = (await test.get(path, fixture.key)).body
      expect(cut.meta).toEqual(body.meta)
      expect(cut.data.prompts).toEqual(prompts.slice(0, 1))
      expect(cut.data.domains).toEqual(rest.domains.slice(0, 1))
    }
    await fc.assert(fc.asyncProperty(fixtureRequest(fixture, ['prompt_id']), chosen, agrees), {
      seed,
      numRuns: requests,
    })
  }
})

it('rejects a competitor that is not tracked or belongs to another brand', async () => {
  const [fixture] = fixtures as [ReferenceFixture]
  for (const id of [fixture.id, crypto.randomUUID()]) {
    const path = `/v1/brands/${fixture.id}/competitors/gaps?competitor_id=${id}`
    const { status, body } = await test.get(path, fixture.key)
    expect([status, body.error?.message]).toEqual([400, `competitor_id: the brand has no active competitor ${id}`])
  }
})
