import { type DataOf, type RowOf, usePages, useRead, useReadAll, useWrite } from '../../api/hooks.ts'
import { count, countOf } from '../../format/numbers.ts'
import { clockTime, readersZone } from '../../format/times.ts'
import { useFilters, ViewLink } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { WriteButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Export } from '../../ui/export.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { ListPanel, listOf, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, LoadedPanel, ProblemNote } from '../../ui/panel.tsx'
import {
  actionsColumn,
  agoColumn,
  type Column,
  column,
  mainColumn,
  minorColumn,
  numberColumn,
  Table,
} from '../../ui/table.tsx'
import { AiAccess } from './ai-access.tsx'
import { categoryName, Issues, severities } from './issues.tsx'
import { Schedule } from './schedule.tsx'

type Audit = RowOf<'list-audits'>

export function SiteHealthPage() {
  const { search } = useFilters()
  const may = usePermission()
  // Polls the progress of a running audit.
  const pollMs = ({ state }: { state: { data?: { data: readonly Audit[] } | undefined } }) =>
    state.data?.data.some(isRunning) ? 2000 : false
  const audits = useReadAll('list-audits', {}, { refetchInterval: pollMs })
  const { data: credits } = useRead('get-credits')
  const start = useWrite('start-audit', { changes: ['list-audits', 'list-issues', 'get-credits'] })
  const isAuditing = audits.data?.data.some(isRunning) ?? false
  return (
    <Page
      title="Site health"
      about="Issues that keep engines from reading or citing your website."
      actions={
        isAuditing
          ? may('cancel-audit') && <StopAudit />
          : may('start-audit') && <WriteButton label="Run audit" kind="main" write={start} input={{}} />
      }
    >
      <ProblemNote problem={start.error} />
      {search.issue !== undefined ? (
        <IssuePages issueId={search.issue} mayEdit={may('resolve-issue-page')} />
      ) : search.since !== undefined ? (
        <AuditChanges since={search.since} />
      ) : (
        <Issues />
      )}
      <AiAccess />
      <ListPanel
        title="Audits"
        about={`the first is free, later ones cost one credit per 100 pages${credits === undefined ? '' : `; ${count(credits.data.balance)} credits left`}`}
        actions={<Export operation="list-audits" name="audits" />}
        list={listOf(audits)}
        columns={auditColumns}
        keyOf={({ job_id }) => job_id}
        most={10}
        empty={<Empty title="No audits yet">An audit reads your website like an engine does.</Empty>}
      />
      <Schedule />
    </Page>
  )
}

const isRunning = ({ state }: Audit) => state === 'running'

const auditColumns: readonly Column<Audit>[] = [
  mainColumn('Website', ({ domain }) => <bdi>{domain}</bdi>),
  column('State', ({ state, pages_done, pages_found, problem }) =>
    state === 'running' ? (
      `${count(pages_done)} of ${count(pages_found)} pages`
    ) : (
      <span className={state === 'failed' ? 'text-down' : ''}>{problem ?? state}</span>
    ),
  ),
  numberColumn('Pages', ({ pages_done }) => count(pages_done)),
  minorColumn(
    'Changes',
    ({ job_id, state }) =>
      state === 'completed' && (
        <ViewLink
          change={{ issue: undefined, since: job_id }}
          className="text-sm whitespace-nowrap text-accent hover:underline"
        >
          View changes
        </ViewLink>
      ),
  ),
  numberColumn('Credits', ({ credit_cost }) => count(credit_cost), 'minor'),
  agoColumn('Started', ({ started_at }) => started_at),
]

function IssuePages({ issueId, mayEdit }: { issueId: string; mayEdit: boolean }) {
  const query = usePages('get-issue', { issue_id: issueId, limit: 50 })
  const resolve = useWrite('resolve-issue-page', { changes: ['get-issue', 'list-issues'] })
  const issue = query.data?.pages[0]?.meta
  const columns: Column<RowOf<'get-issue'>>[] = [
    mainColumn('Page', ({ url, title, evidence }) => (
      <>
        {url === null ? 'Entire website' : <ExternalLink url={url} domain={url} title={title} />}
        {evidence.map((line) => (
          <span key={line} className="block text-sm text-muted [overflow-wrap:anywhere]">
            <bdi>{line}</bdi>
          </span>
        ))}
      </>
    )),
    actionsColumn(
      ({ id }) =>
        mayEdit && (
          <WriteButton label="Mark resolved" write={resolve} input={{ page_issue_id: id, resolved: true }} />
        ),
    ),
  ]
  return (
    <ListPanel
      label="Pages with this issue"
      title={issue?.name ?? 'Issue'}
      about={issue?.description}
      actions={
        <ViewLink change={{ issue: undefined }} className="text-sm text-accent hover:underline">
          All issues
        </ViewLink>
      }
      problem={resolve.error}
      list={pagedListOf(query)}
      columns={columns}
      empty={<Empty title="All pages resolved" />}
    />
  )
}

/** Stops the running audit after confirmation, because pages already read are charged. */
function StopAudit() {
  return (
    <ConfirmButton
      title="Stop audit?"
      action="Stop audit"
      cancel="Keep running"
      operation="cancel-audit"
      changes={['list-audits', 'get-credits']}
    >
      <p>
        Issues stay as the previous audit left them. Credits are refunded only if the audit has not read any
        page.
      </p>
    </ConfirmButton>
  )
}

type Changed = DataOf<'get-audit-changes'>['issues'][number]

/** New, fixed and remaining issues since an audit. */
function AuditChanges({ since }: { since: string }) {
  const query = useRead('get-audit-changes', { job_id: since })
  const changes = query.data?.data
  const columns: Column<Changed>[] = [
    mainColumn('Issue', ({ id, name, category, severity, new_urls, gone_urls, new_pages, gone_pages }) => (
      <>
        <ViewLink change={{ since: undefined, issue: id }} className="font-medium hover:underline">
          {name}
        </ViewLink>
        <span className="block text-sm text-muted">
          {categoryName(category)} · <span className={severities[severity]}>{severity}</span>
        </span>
        <Addresses name="New on" urls={new_urls} total={new_pages} />
        <Addresses name="Fixed on" urls={gone_urls} total={gone_pages} />
      </>
    )),
    numberColumn('New', ({ new_pages: pages }) => (
      <span className={pages > 0 ? 'text-down' : 'text-muted'}>{count(pages)}</span>
    )),
    numberColumn('Fixed', ({ gone_pages: pages }) => (
      <span className={pages > 0 ? 'text-up' : 'text-muted'}>{count(pages)}</span>
    )),
    numberColumn('Remaining', ({ remaining_pages }) => count(remaining_pages)),
  ]
  return (
    <LoadedPanel
      query={query}
      lines={8}
      title="Changes since audit"
      about={
        changes &&
        `since ${clockTime(changes.since, readersZone())}: ${count(changes.new_pages)} new, ${count(changes.gone_pages)} fixed, ${count(changes.remaining_pages)} remaining`
      }
      actions={
        <ViewLink change={{ since: undefined }} className="text-sm text-accent hover:underline">
          All issues
        </ViewLink>
      }
    >
      {({ data: { issues } }) => (
        <Table
          label="Changes since audit"
          columns={columns}
          rows={issues}
          empty={<Empty title="No issues then or now" />}
        />
      )}
    </LoadedPanel>
  )
}

function Addresses({ name, urls, total }: { name: string; urls: readonly string[]; total: number }) {
  if (urls.length === 0) return null
  return (
    <details className="mt-1 text-sm">
      <summary className="text-muted">
        {name} {countOf(total, 'page')}
      </summary>
      <ul className="mt-1 space-y-0.5">
        {urls.map((url) => (
          <li key={url} className="[overflow-wrap:anywhere]">
            <bdi>{url}</bdi>
          </li>
        ))}
        {total > urls.length && <li className="text-muted">and {count(total - urls.length)} more</li>}
      </ul>
    </details>
  )
}
