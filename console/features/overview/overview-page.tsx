import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../api/client.ts'
import { readAll } from '../../api/queries.ts'
import { dayRange } from '../../format/days.ts'
import { count } from '../../format/numbers.ts'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { NoAnswers } from '../../frame/no-answers.tsx'
import { Page } from '../../frame/page.tsx'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { CollapsibleRows } from '../../ui/collapsible-rows.tsx'
import { Export } from '../../ui/export.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'
import { RankingTable } from '../competitors/ranking-table.tsx'
import { type EntityChange, useEntityChanges } from '../figures/use-changes.ts'
import { WhatChanged } from '../figures/what-changed.tsx'
import { Alerts } from './alerts.tsx'
import { Attention } from './attention.tsx'
import { ByEngine, BySegment } from './by-segment.tsx'
import { Figures } from './figures.tsx'
import { NewestAnswers } from './newest-answers.tsx'
import { Trend } from './trend.tsx'
import { TrendBySegment } from './trend-by-segment.tsx'

export function OverviewPage() {
  const { workspaceId, brandId, brand } = useBrand()
  const { filters, input } = useFilters()
  const rankings = useQuery(
    readAll(workspaceId, 'list-competitor-rankings', {
      brand_id: brandId,
      ...input,
      compare_to_previous: filters.compare,
    }),
  )
  const changes = useEntityChanges()
  return (
    <Page
      title={brand?.name ?? ' '}
      about={<Sentence shown={rankings.data} change={changes.get(brandId)} />}
      filters={<FilterBar />}
    >
      {rankings.data?.meta.executions === 0 ? (
        <Panel title="Figures">
          <NoAnswers title="No matching answers" />
        </Panel>
      ) : (
        <>
          <Loaded query={rankings} lines={3}>
            {(shown) => <Figures shown={shown} change={changes.get(brandId)} />}
          </Loaded>
          <Trend />
          <Alerts />
          <Attention />
          <WhatChanged />
          <TrendBySegment />
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
            <Panel
              title="Ranking"
              about="by visibility"
              actions={
                <Export
                  workspaceId={workspaceId}
                  operation="list-competitor-rankings"
                  input={{ brand_id: brandId, ...input, compare_to_previous: filters.compare }}
                  name={`ranking ${input.start_date} to ${input.end_date}`}
                />
              }
            >
              <Loaded query={rankings} lines={8}>
                {({ data }) => (
                  <CollapsibleRows rows={data} most={8}>
                    {(rows) => <RankingTable rows={rows} changes={changes} />}
                  </CollapsibleRows>
                )}
              </Loaded>
            </Panel>
            <div className="space-y-5">
              <ByEngine />
              <BySegment dimension="market" />
              <BySegment dimension="topic" />
            </div>
          </div>
          <NewestAnswers />
        </>
      )}
    </Page>
  )
}

interface SentenceProps {
  shown: ResponseOf<'list-competitor-rankings'> | undefined
  change: EntityChange | undefined
}

/** The change in visibility, as a sentence from the API. */
function Sentence({ shown, change }: SentenceProps) {
  if (shown === undefined) return <>…</>
  const { executions, period } = shown.meta
  const days = dayRange(period.start_date, period.end_date)
  if (executions === 0) return <>No answers from {days}.</>
  if (change?.headline == null)
    return (
      <>
        {count(executions)} answers, {days}.
      </>
    )
  return <bdi>{[change.headline, change.cause].filter(Boolean).join(' ')}</bdi>
}
