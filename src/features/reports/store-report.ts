import type { Brand, Services } from '../../kernel/context.ts'
import { emit } from '../../kernel/events.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { type Report, serializeListed } from './report.ts'
import { reportMade } from './report-made.ts'
import { queueReportMails } from './report-mails.ts'
import { sendReportMails } from './send-report-mails.ts'

/**
 * Stores a report with its mails and event.
 * @param notifyRecipients whether to mail the recipients and notify webhooks
 * @returns false if the period already has a scheduled report
 */
export async function storeReport(
  services: Services,
  transaction: Transaction,
  brand: Brand,
  report: Omit<Report, 'is_told'>,
  notifyRecipients: boolean,
): Promise<boolean> {
  const stored = await transaction
    .insertInto('reports')
    .values({ ...report, content: JSON.stringify(report.content), is_told: notifyRecipients })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored === undefined) return false
  if (notifyRecipients) {
    const { id: report_id, title, rhythm, period, summary } = serializeListed(report)
    await emit(transaction, reportMade, {
      ...{ workspaceId: brand.workspace_id, brandId: brand.id, at: report.created_at },
      data: { report_id, title, rhythm, ...period, summary },
    })
    await queueReportMails(services, transaction, report)
    await services.jobs.enqueue(sendReportMails.queue, {}, { key: 'now', transaction })
  }
  return true
}
