import type { ReactNode } from 'react'
import { useRead, useReadAll } from '../../api/hooks.ts'
import { daySeries } from '../../charts/day-series.ts'
import { MiniLine } from '../../charts/mini-line.tsx'
import { count, countOf, percent, signed } from '../../format/numbers.ts'
import { useBrand, useFilters } from '../../frame/brand.tsx'
import { Stats } from '../../ui/stats.tsx'
import { Swatch } from '../../ui/tiles.tsx'
import { isLive } from './bots.tsx'
import { usePeopleByDay } from './people.tsx'

const colors = { bots: 'var(--c0)', citations: 'var(--c2)', people: 'var(--accent)', goals: 'var(--c3)' }

interface Day {
  day: string
  value: number
}

const line = (name: string, days: readonly Day[], color: string) =>
  days.length > 1 && (
    <MiniLine
      name={`${name} a day, 7-day average`}
      color={color}
      points={daySeries({ id: name, name, days }, [])[0]?.points ?? []}
    />
  )

/** Bots, citations, people and goals in the period: separate counts from separate sources. */
export function TrafficFigures() {
  const { start_date, end_date } = useFilters().input
  const period = { start_date, end_date }
  const { brand } = useBrand()
  const domain = brand?.primary_domain
  const bots = useRead('get-crawler-summary', period).data?.data
  const people = useReadAll('list-ai-traffic', period).data?.data
  const peopleByDay = usePeopleByDay()
  const cited = useRead(
    'list-citation-trends',
    { ...period, dimension: 'all', domain: domain == null ? undefined : [domain] },
    { enabled: domain != null },
  ).data
  const sum = (of: (row: NonNullable<typeof people>[number]) => number) =>
    people?.reduce((total, row) => total + of(row), 0)
  const visits = sum((row) => row.visits)
  const before = sum((row) => row.previous_visits)
  const live = bots?.bots.filter(isLive).reduce((total, { visits }) => total + visits, 0)
  const share = cited?.data[0]?.share_of_answers_pct
  const stat = (key: keyof typeof colors, label: string, value: number | undefined, detail: ReactNode) => ({
    label,
    mark: <Swatch color={colors[key]} />,
    value: count(value),
    detail,
  })
  return (
    <section aria-label="Figures">
      <Stats
        stats={[
          stat(
            'bots',
            'Bot visits',
            bots?.totals.visits,
            <>
              {count(live)} to answer someone live
              {bots &&
                line(
                  'Bot visits',
                  bots.days.map(({ date, visits }) => ({ day: date, value: visits })),
                  colors.bots,
                )}
            </>,
          ),
          stat(
            'citations',
            'Citations of your pages',
            cited && (cited.data[0]?.citation_count ?? 0),
            <>
              {domain === null
                ? 'The brand has no domain'
                : `in ${percent(share ?? (cited && 0))} of collected answers`}
              {line(
                'Citations',
                (cited?.data[0]?.points ?? []).map(({ start_date: day, citation_count: value }) => ({
                  day,
                  value,
                })),
                colors.citations,
              )}
            </>,
          ),
          stat(
            'people',
            'People from AI engines',
            visits,
            <>
              {visits !== undefined &&
                before !== undefined &&
                `at least; ${signed(visits - before, 0)} vs previous period`}
              {line('Visits of people', peopleByDay, colors.people)}
            </>,
          ),
          stat(
            'goals',
            'Goals reached',
            sum((row) => row.goals),
            visits === undefined ? '' : `in ${countOf(visits, 'visit')} from AI engines`,
          ),
        ]}
      />
      <p className="mt-2 text-sm text-muted">
        Separate counts, not a conversion rate: bots and people come from your logs, citations from the
        answers that Sightline collects.
      </p>
    </section>
  )
}
