import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = process.env.SIGHTLINE_TEST_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/**
 * Path of a file of the public test data. Undefined if the data is missing and the test should be skipped.
 * @throws Error with CI=true, where missing data is a failure
 */
export function testData(path: string): string | undefined {
  const full = `${root}/${path}`
  if (existsSync(full)) return full
  if (process.env.CI === 'true') throw new Error(`test data is missing: ${full}`)
  console.warn(`skipped: no test data at ${full} (set SIGHTLINE_TEST_DATA)`)
  return undefined
}
