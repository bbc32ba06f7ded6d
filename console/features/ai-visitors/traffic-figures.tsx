import { useRead, useReadAll } from '../../api/hooks.ts'
import { MiniLine } from '../../charts/spark.tsx'
import { count, countOf, percent, signed } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { Stats } from '../../ui/stats.tsx'
import { Swatch } from '../../ui/tiles.tsx'
import { useOwnCitations } from '../figures/use-own-citations.ts'
import { isLive } from './bots.tsx'
import { usePeopleByDay } from './people.tsx'

/** Bots, citations, people and goals in the period: separate counts from separate sources. */
export function TrafficFigures() {
  const { start_date, end_date } = useFilters().input
  const period = { start_date, end_date }
  const bots = useRead('get-crawler-summary', period).data?.data
  const cited = useOwnCitations(period)
  const people = useReadAll('list-ai-traffic', period).data?.data
  const peopleByDay = usePeopleByDay()
  const sum = (name: 'visits' | 'previous_visits' | 'goals') =>
    people?.reduce((total, row) => total + row[name], 0) ?? 0
  const live = bots?.bots.filter(isLive).reduce((total, { visits }) => total + visits, 0)
  const figures = [
    {
      label: 'Bot visits',
      color: 'var(--c0)',
      value: bots?.totals.visits,
      text: bots && `${count(live)} to answer someone live`,
      days: bots?.days.map(({ date, visits }) => ({ day: date, value: visits })),
    },
    {
      label: 'Citations of your pages',
      color: 'var(--c2)',
      value: cited === null ? 0 : cited?.citation_count,
      text: cited && `in ${percent(cited.share_of_answers_pct)} of collected answers`,
      days: cited?.points.map(({ start_date: day, citation_count: value }) => ({ day, value })),
    },
    {
      label: 'People from AI engines',
      color: 'var(--accent)',
      value: people && sum('visits'),
      text: people && `at least; ${signed(sum('visits') - sum('previous_visits'), 0)} vs previous period`,
      days: peopleByDay,
    },
    {
      label: 'Goals reached',
      color: 'var(--c3)',
      value: people && sum('goals'),
      text: people && `at least, in ${countOf(sum('visits'), 'counted visit')} from AI engines`,
    },
  ]
  return (
    <section aria-label="Figures">
      <Stats
        stats={figures.map(({ label, color, value, text, days }) => ({
          ...{ label, value: count(value), mark: <Swatch color={color} /> },
          detail: (
            <>
              {text}
              {days && <MiniLine name={label} days={days} color={color} />}
            </>
          ),
        }))}
      />
      <p className="mt-2 text-sm text-muted">
        Separate counts, not a conversion rate: bots and people come from your logs, citations from the answers that
        Sightline collects. People are a minimum: many visits have no referrer, and those from AI Overviews and AI Mode
        are inside Google, unknown. Referrers can be forged.
      </p>
    </section>
  )
}
