import type { ResponseOf } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { clockTime, readersZone } from '../../format/times.ts'
import { ViewLink } from '../../frame/brand-link.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { categoryName, severities } from './issues.tsx'

type Changed = ResponseOf<'get-audit-changes'>['data']['issues'][number]

/** Links from an audit to the changes since then. */
export function ChangesSinceLink({ auditId }: { auditId: string }) {
  return (
    <ViewLink
      change={{ issue: undefined, since: auditId }}
      className="text-sm whitespace-nowrap text-accent hover:underline"
    >
      View changes
    </ViewLink>
  )
}

/** New, fixed and remaining issues since an audit. */
export function AuditChanges({ since }: { since: string }) {
  const query = useRead('get-audit-changes', { job_id: since })
  const changes = query.data?.data
  const columns: Column<Changed>[] = [
    {
      name: 'Issue',
      className: 'w-full',
      cell: ({ id, name, category, severity, new_urls, gone_urls, new_pages, gone_pages }) => (
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
      ),
    },
    {
      name: 'New',
      isNumber: true,
      cell: ({ new_pages }) => (
        <span className={new_pages > 0 ? 'text-down' : 'text-muted'}>{count(new_pages)}</span>
      ),
    },
    {
      name: 'Fixed',
      isNumber: true,
      cell: ({ gone_pages }) => (
        <span className={gone_pages > 0 ? 'text-up' : 'text-muted'}>{count(gone_pages)}</span>
      ),
    },
    { name: 'Remaining', isNumber: true, cell: ({ remaining_pages }) => count(remaining_pages) },
  ]
  return (
    <Panel
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
    </Panel>
  )
}

function Addresses({ name, urls, total }: { name: string; urls: readonly string[]; total: number }) {
  if (urls.length === 0) return null
  return (
    <details className="mt-1 text-sm">
      <summary className="text-muted">
        {name} {count(total)} {total === 1 ? 'page' : 'pages'}
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
