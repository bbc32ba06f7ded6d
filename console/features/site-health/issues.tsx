import { useReadAll } from '../../api/hooks.ts'
import { count, countOf } from '../../format/numbers.ts'
import { ViewLink } from '../../frame/brand.tsx'
import { barColumn } from '../../ui/bar-cell.tsx'
import { Brief } from '../../ui/brief.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { Stats } from '../../ui/stats.tsx'
import {
  actionsColumn,
  type Column,
  column,
  countColumn,
  mainColumn,
  minorColumn,
  rowLinkClass,
} from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useView, Views } from '../../ui/views.tsx'
import { useOwnCitations } from '../figures/use-own-citations.ts'
import { categoriesOf, groupNames, raisingShare, severities, type WeighedIssue, weigh } from './issue-weight.ts'
import { SiteAccess, useUnreadable } from './site-access.tsx'

const tones = { high: 'down', medium: 'warn', low: 'flat' } as const
const names = { high: 'High', medium: 'Medium', low: 'Low' } as const
const meanings = { high: 'fix first', medium: 'hold you back', low: 'worth a look' } as const
const dots = { high: 'bg-down', medium: 'bg-warn', low: 'bg-line-strong' } as const

export const SeverityTag = ({ severity }: Pick<WeighedIssue, 'severity'>) => (
  <Tag tone={tones[severity]}>{names[severity]}</Tag>
)

const Dot = ({ severity }: Pick<WeighedIssue, 'severity'>) => (
  <span aria-hidden="true" className={`size-[7px] flex-none rounded-full ${dots[severity]}`} />
)

/** Open issues with the citations of their pages in the last 30 days. */
export function useIssues() {
  const query = useReadAll('list-issues')
  const reach = useReadAll('list-opportunities', { category: ['technical'] })
  const site = useOwnCitations()
  const citations = new Map(
    reach.data?.data.flatMap(({ evidence, expected_reach }) =>
      'issue_id' in evidence ? [[evidence.issue_id, expected_reach] as const] : [],
    ),
  )
  const issues = query.data && weigh(query.data.data, citations, site?.citation_count ?? 0)
  return { query, issues }
}

interface IssuesProps {
  /** When the last complete audit started, if there was one before it. */
  newSince: string | undefined
  isAudited: boolean
}

/** The verdict, four figures, who can read the site, and all open issues, most severe first. */
export function Issues({ newSince, isAudited }: IssuesProps) {
  const { query, issues } = useIssues()
  const view = useView('category', groupNames)
  const ofGroup = (group: string) => {
    const categories: readonly (string | null)[] | undefined = categoriesOf(group)
    return issues?.filter(({ category }) => categories?.includes(category) ?? true)
  }
  const rows = ofGroup(view)
  return (
    <>
      {issues && issues.length > 0 && <Summary issues={issues} newSince={newSince} />}
      <ListPanel
        label="Open issues"
        views={
          <Views
            label="Categories"
            name="category"
            views={groupNames}
            counts={Object.fromEntries(Object.keys(groupNames).map((group) => [group, ofGroup(group)?.length]))}
          />
        }
        actions={
          <Export
            operation="list-issues"
            input={{ category: categoriesOf(view) }}
            name={view === 'all' ? 'issues' : `issues ${view}`}
          />
        }
        list={{ ...listOf(query), rows }}
        columns={columnsOf(issues)}
        most={18}
        searchText={({ name, description }) => `${name} ${description}`}
        empty={
          <Empty title={isAudited ? 'No open issues' : 'Not audited yet'}>
            {issues?.length === 0
              ? 'Audits find what keeps engines from reading or citing your website.'
              : 'Choose another category.'}
          </Empty>
        }
        footnote={`Answers: citations of the affected pages in the last 30 days. An issue whose pages hold ${raisingShare}% or more of your site’s citations is one level more severe.`}
      />
    </>
  )
}

const columnsOf = (rows: readonly WeighedIssue[] | undefined): readonly Column<WeighedIssue>[] => [
  mainColumn({ name: 'Issue', sort: ({ name, id }) => name ?? id }, ({ id, name, severity }) => (
    <span className="flex items-center gap-2">
      <Dot severity={severity} />
      <ViewLink change={{ issue: id }} data-opens={id} className={rowLinkClass}>
        {name ?? id}
      </ViewLink>
    </span>
  )),
  column({ name: 'Severity', sort: ({ severity }) => severities.indexOf(severity) }, ({ severity }) => (
    <SeverityTag severity={severity} />
  )),
  countColumn('Pages', ({ affected_pages }) => affected_pages),
  barColumn('Answers citing them', ({ citations }) => citations, rows, {
    className: 'md:min-w-36',
    isMinor: true,
  }),
  minorColumn('Fix', ({ fix }) => <span className="text-ink-2 md:whitespace-nowrap">{fix}</span>),
  actionsColumn(({ id, name }) => (
    <ViewLink
      change={{ issue: id }}
      aria-label={`How to fix: ${name}`}
      className="text-sm font-medium whitespace-nowrap hover:underline max-md:hidden"
    >
      How to fix
    </ViewLink>
  )),
]

function Summary({ issues, newSince }: Pick<IssuesProps, 'newSince'> & { issues: readonly WeighedIssue[] }) {
  const unreadable = useUnreadable().length
  const countOfSeverity = (severity: WeighedIssue['severity']) =>
    issues.filter((issue) => issue.severity === severity).length
  const urgent = issues.filter(({ issue_type }) => issue_type === 'critical').length
  const isNew = issues.filter(({ first_seen_at }) => newSince && first_seen_at >= newSince).length
  const rest = issues.length - urgent
  return (
    <>
      <Brief
        headline={
          <>
            {urgent > 0 ? countOf(urgent, 'urgent issue') : 'No urgent issues'}
            {unreadable > 0 && `, and ${countOf(unreadable, 'AI crawler')} can’t read all of your site`}.
            {rest > 0 && <span className="text-muted"> {count(rest)} more to fix.</span>}
          </>
        }
      />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Stats
          stats={[
            {
              label: 'Issues',
              value: count(issues.length),
              detail: newSince === undefined ? 'open' : isNew === 0 ? 'none new' : `${count(isNew)} new`,
            },
            ...severities.map((severity) => ({
              label: names[severity],
              mark: <Dot severity={severity} />,
              value: count(countOfSeverity(severity)),
              detail: meanings[severity],
            })),
          ]}
        />
        <SiteAccess />
      </div>
    </>
  )
}
