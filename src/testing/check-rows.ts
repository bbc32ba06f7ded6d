import { expect } from 'vitest'

/**
 * Checks every row of a table in one test. Fails with the name and error of each failing row.
 * @param rows name and value of each row
 */
export async function checkRows<Row>(
  rows: readonly (readonly [name: string, row: Row])[],
  check: (row: Row, name: string) => unknown,
): Promise<void> {
  expect(rows).not.toEqual([])
  const failures: string[] = []
  for (const [name, row] of rows)
    try {
      await check(row, name)
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`)
    }
  expect(failures.join('\n')).toBe('')
}
