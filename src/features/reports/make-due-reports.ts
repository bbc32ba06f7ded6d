import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Brand, Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { forEachBrand } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import { readContent, reportComputation } from './report-content.ts'
import { lastPeriod } from './report-period.ts'
import { findSettings } from './report-settings.ts'
import { storeReport } from './store-report.ts'
import type { ReportSettingsTable } from './tables.ts'

const queue = 'make-due-reports'
/** How often brands are looked for that have no report yet of the last week or month. */
const everySeconds = 3600

/** Makes the reports of the weeks and months that are over, each once. */
export const makeDueReports: Job<object> = {
  queue,
  everySeconds,
  async run(services, _, signal) {
    const brands = await services.db
      .selectFrom('brands')
      .innerJoin('report_settings', 'report_settings.brand_id', 'brands.id')
      .selectAll('brands')
      .where('is_active', '=', true)
      .where((brand) => brand.or([brand('weekly', '=', true), brand('monthly', '=', true)]))
      .execute()
    await forEachBrand(services, queue, brands, signal, async (brand) => {
      // Where answers are missing, or half of them erased, figures would be wrong for good.
      if (brand.damaged_tables.length > 0 || brand.data_unstable) return
      for (const rhythm of ['week', 'month'] as const) await makeIfDue(services, brand, rhythm)
    })
  },
}

const isWanted = (settings: Selectable<ReportSettingsTable> | undefined, rhythm: 'week' | 'month'): boolean =>
  (rhythm === 'week' ? settings?.weekly : settings?.monthly) ?? false

/** The report, and what tells of it, are one transaction: killed at any moment, or beside another process, it is made once. */
async function makeIfDue(services: Services, brand: Brand, rhythm: 'week' | 'month'): Promise<void> {
  const { db } = services
  const period = lastPeriod(rhythm, services.now())
  const isMade = () =>
    db
      .selectFrom('reports')
      .select('id')
      .where('brand_id', '=', brand.id)
      .where('rhythm', '=', rhythm)
      .where('start_date', '=', period.start_date)
      .executeTakeFirst()
  if (!isWanted(await findSettings(db, brand.id), rhythm) || (await isMade()) !== undefined) return
  const content = await readContent(services, brand, rhythm, period)
  await db.transaction().execute(async (transaction) => {
    const brands = transaction.selectFrom('brands').select('data_unstable').where('id', '=', brand.id)
    const locked = await brands.forUpdate().executeTakeFirst()
    // The brand may be gone by now, and so may the wish.
    if (locked === undefined || locked.data_unstable) return
    if (!isWanted(await findSettings(transaction, brand.id), rhythm)) return
    const report = { id: randomUUID(), brand_id: brand.id, rhythm, ...period, content }
    const version = { computation: reportComputation, corrected_at: null }
    const made = { ...report, ...version, created_at: services.now() }
    if (!(await storeReport(services, transaction, brand, made, true))) return
    await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brand.id).execute()
  })
}
