import { sql } from '../../stores/clickhouse-sql.ts'
import type { TestApp } from '../test-app.ts'

/** The number of a brand's rows in `page_scans` and `page_readings`. */
export const storedPages = (test: TestApp, brandId: string): Promise<number[]> =>
  Promise.all(
    ['page_scans', 'page_readings'].map(async (table) => {
      const [row] = await test.app.services.clickhouse.query<{ stored: string }>(
        sql`SELECT count() AS stored FROM ${sql.raw(table)} WHERE brand_id = ${brandId}`,
      )
      return Number(row?.stored)
    }),
  )
