import { expect } from 'vitest'

/**
 * Checks every row of a table within one test, and fails with the name and error of each row that does not hold.
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
