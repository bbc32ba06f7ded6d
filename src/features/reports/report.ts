import { z } from 'zod'
import type { Actor } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import { utcTimestamp } from '../../kernel/fields.ts'
import { checkPermission, checkScopeOf } from '../../kernel/permissions.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { ApiError } from '../../lib/errors.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { periodSchema } from '../visibility/index.ts'
import {
  changeSections,
  type ReportContent,
  reportComputation,
  type SectionName,
  sectionNames,
  sections,
  sectionsSchema,
  type Withdrawal,
  withdrawalReasons,
} from './report-content.ts'
import { periodInWords } from './report-period.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'reports.content': ReportContent
  }
}

export type Report = Row<'reports'>

export const listedReport = z
  .object({
    id: z.uuid(),
    title: z.string().describe('The week, month or days that it covers.'),
    rhythm: z.enum(['week', 'month', 'once']).describe('The schedule that created it; `once`: created on request.'),
    period: periodSchema,
    headline: z
      .string()
      .nullable()
      .describe('One sentence on the change of the brand’s visibility. Null in reports of older releases.'),
    cause: z
      .string()
      .nullable()
      .describe(
        'The cause of a real change of visibility; without one, the other figures that changed. Null for neither.',
      ),
    summary: z.string().nullable().describe('How the brand’s visibility changed, in words.'),
    created_at: utcTimestamp.describe('Time of creation. The report shows the data of that time.'),
    corrected_at: utcTimestamp
      .nullable()
      .describe('Time at which Sightline replaced or withdrew wrong figures of an older release. Null if it did not.'),
  })
  .meta({ component: 'ListedReport' })

export const reportSchema = listedReport
  .extend({
    brand_name: z.string().describe('Name of the brand at that time.'),
    domain: z.string().nullable(),
    previous_period: periodSchema,
    sections: sectionsSchema,
    withdrawn: z
      .array(
        z.object({
          section: z.enum(sectionNames as [SectionName, ...SectionName[]]),
          reason: z
            .enum(withdrawalReasons)
            .describe(
              '`answers_deleted`: answers of the period or comparison period are no longer stored; `being_recomputed`: figures of an older release, to be recomputed.',
            ),
        }),
      )
      .describe('Sections that are null because their figures were wrong.'),
    unavailable: z
      .array(z.enum(sectionNames as [SectionName, ...SectionName[]]))
      .describe('Sections that are null because the key lacks their scope.'),
  })
  .meta({ component: 'Report' })

/** A report as shown to a caller. */
export type ReportResponse = z.input<typeof reportSchema>

/** Withdrawn sections. Hides changes of an older computation until `correctReports` has recomputed them. */
const withdrawnFrom = ({ computation, content }: Pick<Report, 'computation' | 'content'>): readonly Withdrawal[] =>
  computation < reportComputation
    ? changeSections.map((section) => ({ section, reason: 'being_recomputed' }))
    : (content.withdrawn ?? [])

const isWithdrawn = (withdrawn: readonly Withdrawal[], name: SectionName) =>
  withdrawn.some(({ section }) => section === name)

export function serializeListed(report: Omit<Report, 'is_told'>): z.input<typeof listedReport> {
  const { id, rhythm, start_date, end_date, content, created_at, corrected_at } = report
  const period = { start_date, end_date }
  const changes = isWithdrawn(withdrawnFrom(report), 'changes') ? null : content.sections.changes
  const own = changes?.data.find(({ is_our_brand }) => is_our_brand === true)
  const sentence = (field: string) => (own?.[field] as string | null | undefined) ?? null
  return {
    id,
    title: periodInWords(rhythm, period),
    rhythm,
    period,
    headline: sentence('headline'),
    cause: sentence('cause'),
    summary: sentence('summary'),
    created_at: created_at.toISOString(),
    corrected_at: corrected_at?.toISOString() ?? null,
  }
}

/** @param actor the caller; sections that they cannot read are omitted */
export function serializeReport(report: Omit<Report, 'is_told'>, actor: Actor): ReportResponse {
  const { brand, domain, previous_period, sections: stored } = report.content
  const unavailable = sectionNames.filter((name) => !mayRead(actor, name))
  const withdrawn = withdrawnFrom(report)
  const isShown = (name: SectionName) => !unavailable.includes(name) && !isWithdrawn(withdrawn, name)
  const shown = sectionNames.map((name) => [name, isShown(name) ? (stored[name] ?? null) : null])
  return {
    ...serializeListed(report),
    brand_name: brand,
    domain,
    previous_period,
    sections: Object.fromEntries(shown),
    withdrawn: [...withdrawn],
    unavailable,
  }
}

/**
 * Checks that a key or connected app can read all sections, as recipients get all of them.
 * @throws ApiError insufficient_scope
 */
export function checkReadsAll(actor: Actor): void {
  for (const name of sectionNames) checkScopeOf(actor, sections[name].operation.access as Scope)
}

const mayRead = (actor: Actor, name: SectionName): boolean =>
  isPermitted(() => checkPermission(sections[name].operation, actor))

/** Whether a permission check passes. */
export function isPermitted(check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

export function findReport({ db }: Pick<Services, 'db'>, brandId: string, id: string) {
  const own = db.selectFrom('reports').selectAll().where('brand_id', '=', brandId)
  return own.where('id', '=', id).executeTakeFirst()
}
