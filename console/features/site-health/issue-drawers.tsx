import { type DataOf, type RowOf, usePages, useRead } from '../../api/hooks.ts'
import { count, countOf } from '../../format/numbers.ts'
import { clockTime, readersZone } from '../../format/times.ts'
import { ViewLink } from '../../frame/brand.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded } from '../../ui/panel.tsx'
import { actionsColumn, type Column, mainColumn, numberColumn, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { SeverityTag, useIssues } from './issues.tsx'

export function IssueDrawer({ issueId }: { issueId: string }) {
  const query = usePages('get-issue', { issue_id: issueId, limit: 50 })
  const issue = query.data?.pages[0]?.meta
  const columns: Column<RowOf<'get-issue'>>[] = [
    mainColumn('Page', ({ url, title, evidence }) => (
      <>
        {url === null ? 'Entire website' : <ExternalLink url={url} domain={url} title={title} />}
        {evidence.map((line) => (
          <bdi key={line} className="block text-sm text-muted">
            {line}
          </bdi>
        ))}
      </>
    )),
    actionsColumn(({ id }) => (
      <ActionButton
        label="Mark resolved"
        operation="resolve-issue-page"
        input={{ page_issue_id: id, resolved: true }}
      />
    )),
  ]
  const listed = useIssues().issues?.find(({ id }) => id === issueId)
  return (
    <Drawer param="issue" value={issueId} title={issue?.name ?? 'Issue'}>
      {issue && (
        <div className="mb-4 space-y-2">
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <SeverityTag severity={listed?.severity ?? issue.severity} />
            {countOf(issue.affected_pages, 'page')}
            {listed?.citations != null && ` · cited ${countOf(listed.citations, 'time')} in 30 days`} · found{' '}
            <Ago at={issue.first_seen_at} />
          </p>
          <p>{issue.description}</p>
          <h3 className="pt-1 font-semibold">How to fix</h3>
          <p>{issue.how_to_fix}</p>
          {issue.docs_url !== null && (
            <p>
              <ExternalLink url={issue.docs_url} domain="" title="Reasons and an example" />
            </p>
          )}
        </div>
      )}
      <ListPanel
        title="Pages"
        label="Pages with this issue"
        list={pagedListOf(query)}
        columns={columns}
        empty={<Empty title="All pages resolved" />}
      />
    </Drawer>
  )
}

type Changed = DataOf<'get-audit-changes'>['issues'][number]

export function ChangesDrawer({ since }: { since: string }) {
  const query = useRead('get-audit-changes', { job_id: since })
  const changes = query.data?.data
  const columns: Column<Changed>[] = [
    mainColumn('Issue', ({ id, name, severity, new_urls, gone_urls, new_pages, gone_pages }) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <ViewLink change={{ since: undefined, issue: id }} className="font-medium hover:underline">
            {name}
          </ViewLink>
          <SeverityTag severity={severity} />
        </span>
        <Addresses name="New on" urls={new_urls} total={new_pages} />
        <Addresses name="Fixed on" urls={gone_urls} total={gone_pages} />
      </>
    )),
    numberColumn('New', ({ new_pages: pages }) => counted(pages, 'text-down')),
    numberColumn('Fixed', ({ gone_pages: pages }) => counted(pages, 'text-up')),
    numberColumn('Remaining', ({ remaining_pages }) => count(remaining_pages)),
  ]
  return (
    <Drawer param="since" value={since} title="Changes since audit">
      {changes && (
        <p className="mb-3 text-sm text-muted">
          Since {clockTime(changes.since, readersZone())}: {count(changes.new_pages)} new, {count(changes.gone_pages)}{' '}
          fixed, {count(changes.remaining_pages)} remaining
        </p>
      )}
      <Loaded query={query} lines={8}>
        {({ data: { issues } }) => (
          <Table
            label="Changes since audit"
            columns={columns}
            rows={issues}
            empty={<Empty title="No issues then or now" />}
          />
        )}
      </Loaded>
    </Drawer>
  )
}

const counted = (pages: number, tone: string) => <span className={pages > 0 ? tone : 'text-muted'}>{count(pages)}</span>

function Addresses({ name, urls, total }: { name: string; urls: readonly string[]; total: number }) {
  if (urls.length === 0) return null
  return (
    <details className="mt-1 text-sm">
      <summary className="text-muted">
        {name} {countOf(total, 'page')}
      </summary>
      <ul className="mt-1 space-y-0.5">
        {urls.map((url) => (
          <li key={url} className="wrap-anywhere">
            <bdi>{url}</bdi>
          </li>
        ))}
        {total > urls.length && <li className="text-muted">and {count(total - urls.length)} more</li>}
      </ul>
    </details>
  )
}
