import { type RowOf, useRead, useReadAll } from '../../api/hooks.ts'
import { daySeries } from '../../charts/day-series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { count } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { barColumn } from '../../ui/bar-cell.tsx'
import { Export } from '../../ui/export.tsx'
import { LoadedPanel } from '../../ui/panel.tsx'
import { type Column, column, numberColumn, Table } from '../../ui/table.tsx'
import { EngineName } from '../../ui/tiles.tsx'
import { changeColumn, NoVisits } from './bots.tsx'

type Engine = RowOf<'list-ai-traffic'>

export function usePeopleByDay() {
  const { start_date, end_date } = useFilters().input
  const { data } = useRead('get-ai-traffic-trend', { start_date, end_date })
  const days = new Map<string, number>()
  for (const { points } of data?.data.engines ?? [])
    for (const { start_date: day, visits } of points) days.set(day, (days.get(day) ?? 0) + visits)
  return [...days].map(([day, value]) => ({ day, value }))
}

export function People() {
  const { start_date, end_date } = useFilters().input
  const query = useReadAll('list-ai-traffic', { start_date, end_date })
  const days = usePeopleByDay()
  const columns: readonly Column<Engine>[] = [
    column('Engine', ({ engine }) => <EngineName engine={engine} />),
    barColumn('Visits', ({ visits }) => visits, query.data?.data, { className: 'w-[46%]' }),
    changeColumn(({ visits, previous_visits }) => visits - previous_visits),
    numberColumn('Goals', ({ goals }) => count(goals), 'minor'),
  ]
  return (
    <LoadedPanel
      query={query}
      lines={9}
      title="People"
      about="visits from AI engines, at least"
      isFlush
      actions={<Export operation="list-ai-traffic" input={{ start_date, end_date }} name="people" />}
    >
      {({ data }) => (
        <>
          <Table label="People" columns={columns} rows={data} empty={<NoVisits />} />
          {days.length > 0 && (
            <div className="border-t border-line px-4 py-2.5">
              <LineChart
                title="Visits of people a day, at least"
                format={count}
                height={150}
                series={daySeries({ id: 'all', name: 'Visits', days }, [])}
              />
            </div>
          )}
        </>
      )}
    </LoadedPanel>
  )
}
