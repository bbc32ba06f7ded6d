import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { Tabs, useTab } from '../../ui/views.tsx'
import { PagesRead, Visits } from './bot-lists.tsx'
import { BotDays, Bots } from './bots.tsx'
import { Connections } from './connections.tsx'
import { ObservedQueries } from './observed-queries.tsx'
import { PageFunnel } from './page-funnel.tsx'
import { People } from './people.tsx'
import { TrafficFigures } from './traffic-figures.tsx'

const tabs = {
  overview: 'Overview',
  bots: 'All bots',
  visits: 'Bot visits',
  pages: 'Pages read',
  connections: 'Connections',
} as const

/** Whether bots read the site, answers cite it, and people come from engines. */
export function AiVisitorsPage() {
  const tab = useTab(tabs)
  return (
    <Page title="AI traffic" filters={tab !== 'connections' && <FilterBar takes={[]} comparison={false} />}>
      <Tabs label="AI traffic" views={tabs} />
      {tab === 'overview' && (
        <>
          <TrafficFigures />
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            <Bots />
            <People />
          </div>
          <PageFunnel />
        </>
      )}
      {tab === 'bots' && (
        <>
          <BotDays />
          <Bots isWhole />
        </>
      )}
      {tab === 'visits' && <Visits />}
      {tab === 'pages' && <PagesRead />}
      {tab === 'connections' && (
        <>
          <Connections />
          <ObservedQueries />
        </>
      )}
    </Page>
  )
}
