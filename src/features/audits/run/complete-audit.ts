import { sql, type Transaction } from 'kysely'
import { incrementDataVersion } from '../../../kernel/data-version.ts'
import { emit } from '../../../kernel/events.ts'
import { uuidFromText } from '../../../lib/hashed-uuid.ts'
import { isUndecided } from '../../../lib/site/crawling/outcome.ts'
import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { Tables } from '../../../stores/postgres-schema.ts'
import { checks } from '../checks/checks.ts'
import { createFindings, type Findings, maxEvidence } from '../checks/findings.ts'
import type { Finding } from '../finding.ts'
import { issueId, issuePageId } from '../issues/issue.ts'
import { allPages } from '../store/stored-pages.ts'
import { AuditSupersededError, lockAudit, type RunningAudit } from '../store/write-progress.ts'
import { auditCompleted } from './audit-completed.ts'
import type { UncheckedTargets } from './check-targets.ts'
import { endAudit } from './end-audit.ts'
import {
  countReadPages,
  describePartialAudit,
  describeUnreadSite,
  hasReadPages,
  isReadOrGone,
  unreadOfSite,
} from './read-outcome.ts'
import type { AuditServices } from './read-site.ts'

/** Findings per write. */
const chunkFindings = 1000
/** Earlier findings per read. */
const chunkEarlier = 5000

/**
 * Creates the issues of an audit and ends it in one transaction, so that no reader sees partial results. Locks the
 * brand only for the last part.
 * @throws AuditSupersededError
 */
export async function completeAudit(
  { db, now }: AuditServices,
  audit: RunningAudit,
  { site, unknown }: { site: SiteFacts; unknown: UncheckedTargets },
  signal: AbortSignal,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`create temporary table found_issues (id uuid primary key, issue_id uuid, check_id text, page_id uuid, url text,
      title text, evidence text[]) on commit drop`.execute(transaction)
    const findings = createFindings(site, await now())
    for await (const facts of allPages(transaction, audit.id)) {
      signal.throwIfAborted()
      findings.add(facts)
    }
    for (const chunk of chunksOf(findings.finish(), chunkFindings)) await writeFindings(transaction, audit, chunk)
    await retainUndecided(transaction, audit, findings, signal)
    const at = await now()
    const brand = transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', audit.brand_id)
    if ((await brand.executeTakeFirst()).numUpdatedRows === 0n) throw new AuditSupersededError()
    await lockAudit(transaction, audit)
    await openIssuePages(transaction, audit, at)
    const hasRead = await hasReadPages(transaction, audit.id)
    if (hasRead) await closeIssuePages(transaction, audit, site, at)
    const problem = hasRead ? describePartialAudit(site, unknown) : describeUnreadSite(site)
    const pages_read = await countReadPages(transaction, audit.id)
    await endAudit(transaction, audit, { state: 'completed', problem, at })
    await emitCompleted(transaction, audit, { pages_read, problem, at })
  })
}

async function emitCompleted(
  transaction: Transaction<Tables>,
  { id, brand_id, domain }: RunningAudit,
  { at, ...outcome }: { pages_read: number; problem: string | null; at: Date },
): Promise<void> {
  const { rows } = await sql<{ workspace_id: string; open_issues: number }>`
    select workspace_id, (select count(*)::int from issue_pages where brand_id = brands.id and state = 'open') as open_issues
    from brands where id = ${brand_id}`.execute(transaction)
  for (const { workspace_id: workspaceId, open_issues } of rows) {
    const data = { audit_id: id, domain, open_issues, ...outcome }
    await emit(transaction, auditCompleted, { workspaceId, brandId: brand_id, at, data })
  }
}

function* chunksOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Replaces characters that PostgreSQL cannot store: NUL and lone surrogates. */
const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '\ufffd')

async function writeFindings(
  transaction: Transaction<Tables>,
  { brand_id }: RunningAudit,
  findings: readonly Finding[],
): Promise<void> {
  const rows = findings.map(({ check, url, title, evidence }) => ({
    id: issuePageId(brand_id, check, url),
    issue_id: issueId(brand_id, check),
    check_id: check,
    page_id: uuidFromText(url),
    url: storable(url),
    title: title === null ? null : storable(title),
    evidence: evidence.map(storable),
  }))
  await sql`insert into found_issues
    select * from json_populate_recordset(null::found_issues, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(transaction)
}

/** Keeps the ids of known findings, and reopens resolved ones. */
async function openIssuePages(
  transaction: Transaction<Tables>,
  { id, brand_id }: RunningAudit,
  at: Date,
): Promise<void> {
  await sql`insert into issue_pages as known (id, brand_id, issue_id, check_id, page_id, url, title, evidence, state,
      auto_resolved, created_at, first_seen_at, first_seen_audit, last_seen_at, last_seen_audit)
    select id, ${brand_id}::uuid, issue_id, check_id, page_id, url, title, evidence, 'open', false,
      ${at}::timestamptz, ${at}::timestamptz, ${id}::uuid, ${at}::timestamptz, ${id}::uuid from found_issues
    on conflict (id) do update set title = excluded.title, evidence = excluded.evidence, state = 'open',
      resolved_at = null, auto_resolved = known.auto_resolved or known.state = 'resolved',
      created_at = case known.state when 'resolved' then excluded.created_at else known.created_at end,
      last_seen_at = excluded.last_seen_at, last_seen_audit = excluded.last_seen_audit`.execute(transaction)
}

/**
 * Retains earlier findings that this audit could not decide: adds their evidence to the page’s new finding, or keeps
 * only the undecided evidence.
 */
async function retainUndecided(
  transaction: Transaction<Tables>,
  { brand_id }: RunningAudit,
  findings: Findings,
  signal: AbortSignal,
): Promise<void> {
  await sql`create temporary table undecided_issues (id uuid primary key, evidence text[]) on commit drop`.execute(
    transaction,
  )
  await sql`create temporary table earlier_findings on commit drop as
    select row_number() over () as number, id, check_id, url, evidence from issue_pages
    where brand_id = ${brand_id} and state = 'open' and check_id = any(${findings.ofTargets}::text[])`.execute(
    transaction,
  )
  for (let first = 1; ; first += chunkEarlier) {
    signal.throwIfAborted()
    const { rows } = await sql<{ id: string; check: string; url: string; evidence: string[] }>`
      select id, check_id as check, url, evidence from earlier_findings
      where number between ${first} and ${first + chunkEarlier - 1}`.execute(transaction)
    if (rows.length === 0) break
    const undecided = [...findings.undecided(rows)]
    if (undecided.length === 0) continue
    await sql`insert into undecided_issues
      select * from json_populate_recordset(null::undecided_issues, ${JSON.stringify(undecided)}::json)`.execute(
      transaction,
    )
  }
  await sql`update found_issues set evidence = (found_issues.evidence || undecided.evidence)[1:${sql.lit(maxEvidence)}]
    from undecided_issues as undecided where undecided.id = found_issues.id`.execute(transaction)
}

/** Checks of responses: any response confirms or refutes their findings. */
const responseChecks = checks
  .filter(({ category }) => category === 'status' || category === 'redirects')
  .map(({ id }) => id)

/** Checks of the site as a whole. Their findings can have URLs that are not pages. */
const siteChecks = checks.filter(({ ofSite }) => ofSite !== undefined).map(({ id }) => id)

const probeChecks = ['ai-bots-challenged', 'ai-bots-refused']
const scriptChecks = [
  'content-needs-scripts',
  'links-need-scripts',
  'structured-data-needs-scripts',
  'scripts-change-directives',
]

/** Checks that an audit skipped: their findings stay open. */
const skippedChecks = ({ bots, sections, llmsTxt, productFeeds = [] }: SiteFacts): string[] => [
  ...(bots.some(({ probe }) => probe !== null) ? [] : probeChecks),
  ...(sections.length > 0 ? [] : ['ai-bots-get-other-content']),
  ...(isUndecided(llmsTxt) ? ['llms-txt-missing'] : []),
  ...(productFeeds.some(isUndecided) ? ['feed-price-differs', 'feed-availability-differs'] : []),
]

/**
 * Resolves findings that this audit would have found again: on pages that it read or found gone, except undecided
 * link targets, and of the site as a whole, unless the URL did not respond. Leaves all others open.
 */
async function closeIssuePages(
  transaction: Transaction<Tables>,
  audit: RunningAudit,
  site: SiteFacts,
  at: Date,
): Promise<void> {
  const { id, brand_id } = audit
  await sql`update issue_pages set evidence = undecided.evidence from undecided_issues as undecided
    where undecided.id = issue_pages.id and state = 'open' and last_seen_audit != ${id}`.execute(transaction)
  const isOfResponse = sql<boolean>`check_id = any(${responseChecks}::text[])`
  const wasRead = sql<boolean>`exists (select from audit_pages as page where audit_id = ${id}
    and page.id = issue_pages.page_id and (${isReadOrGone} or ${isOfResponse}))`
  const rendered = site.sections.flatMap(({ url, rendering }) => (rendering?.problem === null ? [url] : []))
  const isDecided = sql<boolean>`(check_id != all(${scriptChecks}::text[]) or url = any(${rendered}::text[]))`
  const isOfSite = sql<boolean>`check_id = any(${siteChecks}::text[]) and url != all(${unreadOfSite(site)}::text[])`
  await sql`update issue_pages set state = 'resolved', resolved_at = ${at}, auto_resolved = true
    where brand_id = ${brand_id} and state = 'open' and last_seen_audit != ${id}
      and check_id != all(${skippedChecks(site)}::text[]) and (${wasRead} or ${isOfSite}) and ${isDecided}
      and not exists (select from undecided_issues where undecided_issues.id = issue_pages.id)`.execute(transaction)
}
