import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileFiles } from '../testing/hostile-files.ts'
import { type HostileBrand, importKinds, makeHostileBrand } from '../testing/hostile-imports.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const seed = Number(process.env.TEST_SEED ?? Date.now())
/** Small, for speed: `npm run bench hostile-files` sends the same shapes in full size. */
const bytes = 1000

let app: TestApp
let brand: HostileBrand

beforeAll(async () => {
  app = await startTestApp({ BOT_HOST_NAMES: 'ignore' })
  brand = await makeHostileBrand(app)
})
afterAll(() => app.close())

test.each(Object.entries(importKinds))('%s: each hostile file is imported correctly or refused', async (name, kind) => {
  const wrong: object[] = []
  let files = 0
  for (const { shape, bytes: file, good } of hostileFiles(kind, bytes, seed)) {
    files += 1
    const outcome = await kind.send(app, brand, file)
    // An array is a valid log too, so that any outcome is clear.
    const expected = /logs$/.test(name) && /^\s*\[/.test(file.toString('latin1', 0, 100)) ? undefined : good
    const isClear =
      'refused' in outcome
        ? expected === undefined && /^(file|body): .+; .+$/.test(outcome.refused) && outcome.refused.length < 1000
        : expected === undefined || outcome.good === expected
    if (!isClear) wrong.push({ shape, expected, outcome: JSON.stringify(outcome).slice(0, 300), seed })
  }
  expect(wrong).toEqual([])
  expect(files).toBeGreaterThan(50)
})
