import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import { utcTimestamp } from '../../kernel/fields.ts'
import { checkPermission, checkScopeOf } from '../../kernel/permissions.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { ApiError } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { periodSchema } from '../visibility/index.ts'
import { type SectionName, sectionNames, sections, sectionsSchema } from './report-content.ts'
import { periodInWords } from './report-period.ts'
import type { ReportsTable } from './tables.ts'

export type Report = Selectable<ReportsTable>

export const listedReport = z
  .object({
    id: z.uuid(),
    title: z.string().describe('What it is of, in words'),
    rhythm: z
      .enum(['week', 'month', 'once'])
      .describe('By which schedule it was made; once where somebody asked for it'),
    period: periodSchema,
    summary: z.string().nullable().describe('How the brand’s visibility changed, in words'),
    created_at: utcTimestamp.describe('When it was made: it shows what was known then'),
  })
  .meta({ component: 'ListedReport' })

export const reportSchema = listedReport
  .extend({
    brand_name: z.string().describe('What the brand was called then'),
    domain: z.string().nullable(),
    previous_period: periodSchema,
    sections: sectionsSchema,
    unavailable: z
      .array(z.enum(sectionNames as [SectionName, ...SectionName[]]))
      .describe('Parts that are null for want of a scope'),
  })
  .meta({ component: 'Report' })

/** A report as somebody is shown it. */
export type ShownReport = z.input<typeof reportSchema>

export function serializeListed(report: Omit<Report, 'is_told'>): z.input<typeof listedReport> {
  const { id, rhythm, start_date, end_date, content, created_at } = report
  const period = { start_date, end_date }
  const own = content.sections.changes?.data.find(({ is_our_brand }) => is_our_brand === true)
  return {
    id,
    title: periodInWords(rhythm, period),
    rhythm,
    period,
    summary: (own?.summary as string | null | undefined) ?? null,
    created_at: created_at.toISOString(),
  }
}

/** @param actor who is shown it: parts that they might not read by themselves are left out */
export function serializeReport(report: Omit<Report, 'is_told'>, actor: Actor): ShownReport {
  const { brand, domain, previous_period, sections: stored } = report.content
  const unavailable = sectionNames.filter((name) => !mayRead(actor, name))
  const shown = sectionNames.map((name) => [name, unavailable.includes(name) ? null : (stored[name] ?? null)])
  return {
    ...serializeListed(report),
    brand_name: brand,
    domain,
    previous_period,
    sections: Object.fromEntries(shown),
    unavailable,
  }
}

/**
 * Checks that a key or a program may read all parts of a report, as whoever it is mailed to gets them.
 * @throws ApiError insufficient_scope
 */
export function checkReadsAll(actor: Actor): void {
  for (const name of sectionNames) checkScopeOf(actor, sections[name].operation.access as Scope)
}

const mayRead = (actor: Actor, name: SectionName): boolean =>
  passes(() => checkPermission(sections[name].operation, actor))

/** Whether a check of permissions throws nothing. */
export function passes(check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

export const reportsOf = (db: PostgresLike, brandId: string) =>
  db.selectFrom('reports').selectAll().where('brand_id', '=', brandId)

/** A report of a brand; undefined where there is none of that id. */
export const findReport = (
  { db }: Pick<Services, 'db'>,
  brandId: string,
  id: string,
): Promise<Report | undefined> => reportsOf(db, brandId).where('id', '=', id).executeTakeFirst()
