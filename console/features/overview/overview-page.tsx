import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Shown } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { Bars } from '../../charts/bars.tsx'
import { LineChart } from '../../charts/line-chart.tsx'
import { dayRange, today } from '../../format/days.ts'
import { count, percent, rank, score } from '../../format/numbers.ts'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { useBrand, useColours, useFilters } from '../../frame/use-brand.ts'
import { Change } from '../../ui/change.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loaded, Skeleton } from '../../ui/states.tsx'
import { engineName, marketName } from '../../words/engines.ts'
import { RankingTable } from '../competitors/ranking-table.tsx'
import { NewestAnswers } from './newest-answers.tsx'
import { type Metric, metricNames, seriesOf } from './trend-series.ts'

export function OverviewPage() {
  const { workspaceId, brandId, brand } = useBrand()
  const { filters, input } = useFilters()
  const rankings = useQuery(
    read(workspaceId, 'list-competitor-rankings', {
      brand_id: brandId,
      ...input,
      compare_to_previous: filters.compare,
    }),
  )
  return (
    <Page title={brand?.name ?? ' '} about={<Sentence shown={rankings.data} />} filters={<FilterBar />}>
      {rankings.data?.meta.executions === 0 ? (
        <NoAnswers />
      ) : (
        <>
          <Loaded query={rankings} lines={3}>
            {(shown) => <Figures shown={shown} />}
          </Loaded>
          <Trend />
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <Panel title="Ranking" about="by visibility">
              <Loaded query={rankings} lines={8}>
                {({ data }) => <RankingTable rows={data.slice(0, 8)} />}
              </Loaded>
            </Panel>
            <div className="space-y-5">
              <ByEngine />
              <BySegment dimension="market" title="By market" />
              <BySegment dimension="topic" title="By topic" />
            </div>
          </div>
          <NewestAnswers />
        </>
      )}
    </Page>
  )
}

/** What the page says, in words. */
function Sentence({ shown }: { shown: Shown<'list-competitor-rankings'> | undefined }) {
  if (shown === undefined) return <>…</>
  const { data, meta } = shown
  const { start_date, end_date } = meta.period
  const own = data.find(({ is_our_brand }) => is_our_brand)
  if (meta.executions === 0) return <>No answers from {dayRange(start_date, end_date)}.</>
  const ahead = data.find(({ is_our_brand, rank: place }) => !is_our_brand && place < (own?.rank ?? 0))
  return (
    <>
      Named in {percent(own?.visibility_pct, 0)} of {count(meta.executions)} answers,{' '}
      {dayRange(start_date, end_date)}
      {own?.rank === 1
        ? ': more often than every competitor.'
        : ahead === undefined
          ? '.'
          : `; ${ahead.name} is named in ${percent(ahead.visibility_pct, 0)}.`}
    </>
  )
}

function NoAnswers() {
  const { workspaceId, brandId } = useBrand()
  return (
    <Panel title="No answers in this period">
      <Empty title="Have Sightline ask the engines, or bring answers of your own">
        <Link
          to="/$workspaceId/$brandId/collection"
          params={{ workspaceId, brandId }}
          className="text-accent underline"
        >
          Collection
        </Link>{' '}
        does both. If there are answers already, widen the period or take filters away.
      </Empty>
    </Panel>
  )
}

function Figures({ shown: { data, meta } }: { shown: Shown<'list-competitor-rankings'> }) {
  const own = data.find(({ is_our_brand }) => is_our_brand)
  const figures = [
    {
      name: 'Visibility',
      what: 'of answers name the brand',
      value: percent(own?.visibility_pct),
      change: <Change value={own?.visibility_delta} unit="points" />,
    },
    {
      name: 'Market share',
      what: 'of all mentions are of the brand',
      value: percent(own?.market_share_pct),
      change: <Change value={own?.market_share_delta} unit="points" />,
    },
    {
      name: 'Sentiment',
      what: 'of 100, where answers judge it',
      value: score(own?.sentiment_score),
      change: null,
    },
    {
      name: 'First-mention rank',
      what: `on average; ${own === undefined ? '–' : `${own.rank}.`} of ${meta.total_competitors + 1} by visibility`,
      value: rank(own?.avg_rank),
      change: <Change value={own?.rank_change} unit="places" digits={0} />,
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-5 lg:grid-cols-4">
      {figures.map(({ name, what, value, change }) => (
        <div key={name} className="border-t border-line-strong pt-3">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-[2rem] leading-tight font-semibold tracking-tight">{value}</span>
            {change}
          </dd>
          <dd className="text-sm text-muted">{what}</dd>
        </div>
      ))}
    </dl>
  )
}

function Trend() {
  const { workspaceId, brandId } = useBrand()
  const { input } = useFilters()
  const colour = useColours(workspaceId, brandId)
  const [metric, setMetric] = useState<Metric>('visibility_pct')
  const query = useQuery(read(workspaceId, 'list-visibility-trend', { brand_id: brandId, ...input }))
  const isShare = metric === 'visibility_pct' || metric === 'market_share_pct'
  return (
    <Panel
      title="Day by day"
      about={query.data === undefined ? undefined : 'the brand and those who are named most often'}
      actions={(Object.keys(metricNames) as Metric[]).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === metric}
          onClick={() => setMetric(one)}
          className="rounded-md px-2.5 py-1 text-sm text-muted hover:bg-sunken aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
        >
          {metricNames[one]}
        </button>
      ))}
    >
      <Loaded query={query} lines={9}>
        {({ data }) => (
          <LineChart
            title={`${metricNames[metric]} day by day`}
            series={seriesOf(data, metric, colour, today(new Date()))}
            format={isShare ? (value) => percent(value, 0) : (value) => rank(value)}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function ByEngine() {
  const { workspaceId, brandId } = useBrand()
  const { filters, input, set } = useFilters()
  const { engine: _, ...rest } = input as typeof input & { engine?: string[] }
  const query = useQuery(
    read(workspaceId, 'list-engine-visibility', {
      brand_id: brandId,
      ...rest,
      compare_to_previous: filters.compare,
    }),
  )
  return (
    <Panel title="By engine" about="share of answers that name the brand">
      <Loaded query={query}>
        {({ data }) => (
          <Bars
            label="Visibility by engine"
            format={percent}
            bars={data.map(({ engine, brand }) => ({
              key: engine,
              name: engineName(engine),
              value: brand?.visibility_pct ?? null,
              aside: <Change value={brand?.visibility_delta} unit="" />,
              isOn: filters.engine.includes(engine),
              onClick: () => set({ engine: toggled(filters.engine, engine) }),
            }))}
          />
        )}
      </Loaded>
    </Panel>
  )
}

const toggled = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [value]

function BySegment({ dimension, title }: { dimension: 'topic' | 'market'; title: string }) {
  const { workspaceId, brandId } = useBrand()
  const { filters, input, set } = useFilters()
  const { start_date, end_date } = input
  const query = useQuery(
    read(workspaceId, 'list-visibility-segments', {
      brand_id: brandId,
      dimension,
      start_date,
      end_date,
      compare_to_previous: filters.compare,
    }),
  )
  if (query.data?.data.length === 0) return null
  const key = dimension === 'topic' ? 'topic' : 'country'
  return (
    <Panel title={title}>
      {query.data === undefined && query.isPending ? (
        <Skeleton />
      ) : (
        <Loaded query={query}>
          {({ data }) => (
            <Bars
              label={`Visibility ${title.toLowerCase()}`}
              format={percent}
              bars={data.slice(0, 8).map(({ segment, topic_id, visibility_pct, visibility_delta }) => {
                const value = dimension === 'topic' ? topic_id : segment
                return {
                  key: value ?? segment,
                  name: dimension === 'topic' ? segment : marketName(segment),
                  value: visibility_pct,
                  aside: <Change value={visibility_delta} unit="" />,
                  ...(value === undefined
                    ? {}
                    : {
                        isOn: filters[key].includes(value),
                        onClick: () => set({ [key]: toggled(filters[key], value) }),
                      }),
                }
              })}
            />
          )}
        </Loaded>
      )}
    </Panel>
  )
}
