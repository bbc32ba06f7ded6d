import { afterAll, beforeAll, expect, it } from 'vitest'
import { storedPages } from '../../testing/earned-mentions/stored-pages.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askPage } from '../../testing/visibility/ask.ts'
import { addCompetitor, makeBrand } from '../../testing/visibility/make-brand.ts'
import { retainAnswers } from '../answers/index.ts'
import { prunePages } from './prune-pages.ts'

const signal = new AbortController().signal
let test: TestApp

beforeAll(async () => {
  test = await startTestApp({ ANSWER_RETENTION_DAYS: '60' })
})
afterAll(() => test.close())

it('page scans expire with the retained answers that cite them, and can be imported again', async () => {
  test.setNow('2026-01-02T12:00:00Z')
  const { brandId, key } = await makeBrand(test, 'Zuvari')
  for (const name of ['Bolmex', 'Kentrafo'])
    await addCompetitor(test, brandId, name, { primary_url: `https://${name.toLowerCase()}.example` })
  const cite = (executed_at: string, ...paths: string[]) =>
    test.operate(
      'import-answers',
      { brand_id: brandId },
      answersFile([
        {
          prompt: 'Which?',
          engine: 'claude',
          executed_at,
          answer: `At ${executed_at}.`,
          citations: paths.map((path) => ({ url: `https://news.example/${path}` })),
        },
      ]),
    )
  const scan = (...paths: string[]) =>
    test.operate(
      'import-page-scans',
      { brand_id: brandId },
      answersFile(paths.map((path) => ({ url: `https://news.example/${path}`, content: 'Bolmex beats Kentrafo.' }))),
    )
  const listed = async () => {
    const { body } = await askPage(test, key, `/v1/brands/${brandId}/citations/earned-mentions`)
    const urls = (body.data as { url: string }[]).map(({ url }) => url.at(-1))
    return [urls.sort(), (body.meta as { total: number }).total]
  }
  await cite('2026-01-01T10:00:00Z', 'a', 'b')
  await scan('a', 'b', 'c')
  test.setNow('2026-02-20T12:00:00Z')
  await cite('2026-02-19T10:00:00Z', 'a')
  await scan('d')
  expect(await listed()).toEqual([['a', 'b'], 2])
  test.setNow('2026-03-10T12:00:00Z')
  await retainAnswers.run(test.app.services, {}, signal)
  await prunePages.run(test.app.services, {}, signal)
  // b is no longer cited and c never was; d was imported later.
  expect(await storedPages(test, brandId)).toEqual([2, 2])
  expect(await listed()).toEqual([['a'], 1])
  await cite('2026-03-09T10:00:00Z', 'b', 'd')
  expect(await listed()).toEqual([['a', 'd'], 2])
  await scan('b')
  expect(await listed()).toEqual([['a', 'b', 'd'], 3])
})
