import { sql } from 'kysely'
import { operator } from '../../kernel/actor.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import type { Download } from '../../kernel/operation.ts'
import { type MailOutcome, type OutgoingMail, sendMailBy } from '../../lib/send-mail.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { readPromptTexts, serializeAlert } from '../alerts/index.ts'
import { loadMember } from '../people/index.ts'
import { alertMail, type MailPlace, type MailWords, mailProblem, reportMail } from './mail-words.ts'
import { findReport, serializeReport } from './report.ts'
import { engineNames, htmlOf, pdfOf } from './report-files.ts'
import { queueAlertMails } from './report-mails.ts'
import { hasUnsubscribed, unsubscribeHeaders, unsubscribeUrl } from './unsubscribe-link.ts'

export type ReportMail = Row<'report_mails'>

/** Mails claimed by a process that died are retried after this time. */
const claimedMs = 10 * 60_000
const [firstWaitMs, maxWaitMs] = [60_000, 3_600_000]
/** Long enough for a mail server that is down over a weekend. */
const triedForMs = 3 * 86_400_000

/** Keeps one slow delivery from blocking the others. */
const concurrency = 4

/**
 * Sends queued mails, several in parallel, each at least once. If a process dies before it stores the result,
 * the mail is sent again with the same Message-ID.
 */
export const sendReportMails: Job<object> = {
  queue: 'send-report-mails',
  everySeconds: 60,
  async run(services, _, signal) {
    await queueAlertMails(services)
    const files: Files = new Map()
    const senders = Array.from({ length: concurrency }, () => sendWaiting(services, files, signal))
    const failed = (await Promise.allSettled(senders)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  },
}

/** Sends mails one by one. */
async function sendWaiting(services: Services, files: Files, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const mail = await claimMail(services)
    if (mail === undefined) return
    const outcome = await attempt(services, mail, files)
    if (outcome !== undefined) await settle(services, mail, outcome)
  }
}

/** Claims the mail that has waited longest. */
async function claimMail({ db, now }: Services): Promise<ReportMail | undefined> {
  const at = now()
  const until = new Date(at.getTime() + claimedMs)
  const due = db
    .selectFrom('report_mails')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', at)
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('report_mails')
    .set({ next_at: until, attempts: sql<number>`attempts + 1` })
    .where('id', '=', due)
    .returningAll()
    .executeTakeFirst()
}

/** Extends a claim. @returns false if another process took it over, or the mail was deleted */
async function keepClaim({ db, now }: Services, { id, attempts }: ReportMail): Promise<boolean> {
  const kept = await db
    .updateTable('report_mails')
    .set({ next_at: new Date(now().getTime() + claimedMs) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return kept.numUpdatedRows === 1n
}

type Outcome = { state: 'sent' } | { state: 'failed' | 'waiting'; problem: string }

/** The file of each report, created once per run for all recipients. */
type Files = Map<string, Promise<{ file: Download; contentType: string }>>

/** @returns undefined if the claim was lost */
async function attempt(services: Services, mail: ReportMail, files: Files): Promise<Outcome | undefined> {
  const { SMTP_URL, MAIL_FROM } = services.config
  if (SMTP_URL === undefined) return { state: 'waiting', problem: 'SMTP_URL is not set on this server' }
  try {
    const message = await messageOf(services, mail, files)
    // Creating the file can take long, so checks again whether this process still has to send the mail.
    if (!(await keepClaim(services, mail))) return undefined
    const { to, problem } = await recipientOf(services, mail)
    if (to === undefined) return { state: 'failed', problem }
    const outgoing = { ...message, ...envelope(mail, MAIL_FROM, linkOf(services, mail)), to }
    return toOutcome(await sendMailBy(SMTP_URL, outgoing))
  } catch (error) {
    services.closing.throwIfAborted()
    services.log.error({ err: error, mail_id: mail.id }, 'report not mailed')
    return { state: 'waiting', problem: 'the message could not be created' }
  }
}

function toOutcome(outcome: MailOutcome): Outcome {
  if (outcome.state === 'sent') return { state: 'sent' }
  const problem = mailProblem(outcome.code, outcome.reply)
  return { state: outcome.state === 'refused' ? 'failed' : 'waiting', problem }
}

async function settle({ db, now }: Services, mail: ReportMail, outcome: Outcome): Promise<void> {
  const at = now()
  const isOver = at.getTime() - mail.created_at.getTime() >= triedForMs
  const state = outcome.state === 'waiting' && isOver ? 'failed' : outcome.state
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(mail.attempts - 1, 20), maxWaitMs)
  const settled = db
    .updateTable('report_mails')
    .set({
      state,
      problem: outcome.state === 'sent' ? null : outcome.problem,
      next_at: new Date(at.getTime() + waitMs),
      settled_at: state === 'waiting' ? null : at,
    })
    .where('id', '=', mail.id)
  // A sent mail is stored even if the claim was lost.
  await (state === 'sent'
    ? settled
    : settled.where('attempts', '=', mail.attempts).where('state', '=', 'waiting')
  ).execute()
}

/** The same for every attempt. */
function envelope(mail: ReportMail, from: string, unsubscribe: string | undefined) {
  const domain = /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'sightline.invalid'
  return {
    from,
    messageId: `<report-mail-${mail.id}@${domain}>`,
    date: mail.created_at,
    // Prevents automatic replies (RFC 3834, 5).
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe) },
  }
}

/** The unsubscribe URL of an external recipient. Members change their settings instead. */
const linkOf = (services: Services, { brand_id, address }: ReportMail): string | undefined =>
  address === null ? undefined : unsubscribeUrl(services, { brandId: brand_id, addressKey: address.toLowerCase() })

type RecipientNow = { to: string; problem?: never } | { to?: never; problem: string }

/** The current address of the recipient, or why there is none. */
async function recipientOf(services: Services, mail: ReportMail): Promise<RecipientNow> {
  const { db } = services
  const chosen = await sql`select 1 from report_recipients where brand_id = ${mail.brand_id}
    and (person_id = ${mail.person_id} or lower(address) = lower(${mail.address}))`.execute(db)
  if (chosen.rows.length === 0) return { problem: 'the recipient was removed before it was sent' }
  if (mail.person_id === null) {
    const to = mail.address as string
    const isOff = await hasUnsubscribed(db, { brandId: mail.brand_id, addressKey: to.toLowerCase() })
    return isOff ? { problem: 'the recipient has unsubscribed' } : { to }
  }
  const { workspace_id } = await brandOf(services, mail)
  const member = await loadMember(db, mail.person_id, workspace_id)
  const reaches = member?.brands === 'all' || member?.brands.includes(mail.brand_id)
  const people = db.selectFrom('people').select('email').where('id', '=', mail.person_id)
  const to = reaches ? (await people.executeTakeFirst())?.email : undefined
  return to === undefined ? { problem: 'the recipient can no longer access the brand' } : { to }
}

const brandOf = ({ db }: Services, { brand_id }: ReportMail): Promise<Brand> =>
  db.selectFrom('brands').selectAll().where('id', '=', brand_id).executeTakeFirstOrThrow()

type Message = Pick<OutgoingMail, 'attachments'> & MailWords

async function messageOf(services: Services, mail: ReportMail, files: Files): Promise<Message> {
  const { id, name, workspace_id } = await brandOf(services, mail)
  const place = (page: string) => ({
    url: `${services.address()}/${workspace_id}/${id}/${page}`,
    brand: name,
    unsubscribe: linkOf(services, mail),
  })
  if (mail.report_id === null) return alertMessage(services, mail, place('overview'))
  const report = await findReport(services, id, mail.report_id)
  if (report === undefined) throw new Error('the report was deleted')
  const shown = serializeReport(report, operator)
  const made = files.get(report.id) ?? fileOf(services, shown)
  files.set(report.id, made)
  const { file, contentType } = await made
  const attachment = { filename: file.name, content: file.body, contentType }
  return { ...reportMail(shown, place(`reports/${report.id}`)), attachments: [attachment] }
}

async function alertMessage(services: Services, mail: ReportMail, place: MailPlace) {
  const alerts = services.db.selectFrom('visibility_alerts').selectAll()
  const alert = await alerts.where('id', '=', mail.alert_id).executeTakeFirstOrThrow()
  const texts = await readPromptTexts(services.db, mail.brand_id, [alert])
  return alertMail(serializeAlert(services, alert, texts), place, engineNames(services))
}

async function fileOf(services: Services, shown: Parameters<typeof htmlOf>[1]) {
  try {
    return { file: await pdfOf(services, shown), contentType: 'application/pdf' }
  } catch {
    services.closing.throwIfAborted()
    return { file: await htmlOf(services, shown), contentType: 'text/html; charset=utf-8' }
  }
}
