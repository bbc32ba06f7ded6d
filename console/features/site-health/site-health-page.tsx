import { pollWhile, useReadAll } from '../../api/hooks.ts'
import { countOf } from '../../format/numbers.ts'
import { clockTime, readersZone } from '../../format/times.ts'
import { useFilters } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Tabs, useTab } from '../../ui/views.tsx'
import { Audits, isRunning } from './audits.tsx'
import { ChangesDrawer, IssueDrawer } from './issue-drawers.tsx'
import { Issues } from './issues.tsx'

const tabs = { issues: 'Issues', audits: 'Audits and AI access' } as const

export function SiteHealthPage() {
  const { search } = useFilters()
  const tab = useTab(tabs)
  const audits = useReadAll('list-audits', {}, pollWhile(isRunning))
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
          {running ? (
            <ConfirmButton operation="cancel-audit" />
          ) : (
            <ActionButton label="Run audit" kind="main" operation="start-audit" input={{}} />
          )}
        </>
      }
    >
      <Tabs label="Site health" views={tabs} />
      {tab === 'issues' && (
        <Issues newSince={before && last?.started_at} isAudited={!audits.data || last !== undefined} />
      )}
      {tab === 'audits' && <Audits query={audits} />}
      {search.issue !== undefined && <IssueDrawer issueId={search.issue} />}
      {search.since !== undefined && <ChangesDrawer since={search.since} />}
    </Page>
  )
}
