import { useReadAll, useWrite } from '../../api/hooks.ts'
import { countOf } from '../../format/numbers.ts'
import { clockTime, readersZone } from '../../format/times.ts'
import { useFilters } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { WriteButton } from '../../ui/button.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { Tabs, useTab } from '../../ui/views.tsx'
import { Audits, isRunning, StopAudit } from './audits.tsx'
import { ChangesDrawer, IssueDrawer } from './issue-drawers.tsx'
import { Issues } from './issues.tsx'

const tabs = { issues: 'Issues', audits: 'Audits and AI access' } as const

export function SiteHealthPage() {
  const { search } = useFilters()
  const may = usePermission()
  const tab = useTab(tabs)
  const audits = useReadAll(
    'list-audits',
    {},
    { refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? 2000 : false) },
  )
  const start = useWrite('start-audit', { changes: ['list-audits', 'list-issues', 'get-credits'] })
  const running = audits.data?.data.find(isRunning)
  const [last, before] = audits.data?.data.filter(({ state }) => state === 'completed') ?? []
  return (
    <Page
      title="Site health"
      actions={
        <>
          <span className="text-sm text-muted max-md:hidden">
            {running
              ? `Reading page ${running.pages_done} of ${running.pages_found}`
              : last?.ended_at &&
                `Audited ${clockTime(last.ended_at, readersZone())} · ${countOf(last.pages_done, 'page')}`}
          </span>
          {running
            ? may('cancel-audit') && <StopAudit />
            : may('start-audit') && <WriteButton label="Run audit" kind="main" write={start} input={{}} />}
        </>
      }
    >
      <ProblemNote problem={start.error} />
      <Tabs label="Site health" tabs={tabs} />
      {tab === 'issues' && <Issues newSince={before && last?.started_at} />}
      {tab === 'audits' && <Audits query={audits} />}
      {search.issue !== undefined && <IssueDrawer issueId={search.issue} />}
      {search.since !== undefined && <ChangesDrawer since={search.since} />}
    </Page>
  )
}
