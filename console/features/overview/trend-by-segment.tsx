import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { engineName, marketName } from '../../copy/engines.ts'
import { today } from '../../format/days.ts'
import { lineColor } from '../../format/entity-colors.ts'
import { percent } from '../../format/numbers.ts'
import { NoAnswers } from '../../frame/no-answers.tsx'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useView, Views } from '../../ui/views.tsx'

const dimensions = { engine: 'Engines', market: 'Markets', topic: 'Topics' } as const

const maxLines = 6

/** Visibility per engine, market or topic over time. */
export function TrendBySegment() {
  const { workspaceId, brandId } = useBrand()
  const { input } = useFilters()
  const by = useView('by', dimensions)
  const query = useQuery(
    read(workspaceId, 'list-segment-trends', {
      brand_id: brandId,
      dimension: by,
      ...input,
      limit: maxLines,
    }),
  )
  const omitted = query.data?.meta.omitted_segments ?? 0
  return (
    <Panel
      title="Visibility over time"
      about={
        omitted === 0
          ? 'share of answers that mention the brand'
          : `share of answers that mention the brand; top ${maxLines}, ${omitted} omitted`
      }
      actions={<Views name="by" views={dimensions} />}
    >
      <Loaded query={query} lines={9}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <NoAnswers title={`No answers by ${meta.dimension}`} />
          ) : (
            <LineChart
              title={`Visibility per day: ${dimensions[by].toLowerCase()}`}
              series={seriesOf(data, meta.dimension, today(new Date()))}
              format={(value) => percent(value, 0)}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

type Trends = ResponseOf<'list-segment-trends'>

function seriesOf(data: Trends['data'], dimension: Trends['meta']['dimension'], day: string) {
  const idOf = ({ segment, topic_id }: Trends['data'][number]) => topic_id ?? segment
  // Sorted by id, so that a line keeps its color when ranks change.
  const ids = data.map(idOf).sort()
  const nameOf = (segment: string) =>
    dimension === 'engine' ? engineName(segment) : dimension === 'market' ? marketName(segment) : segment
  return data.map((line) => ({
    id: idOf(line),
    name: nameOf(line.segment),
    color: lineColor(idOf(line), ids),
    isOwn: false,
    points: line.points.map(({ start_date, end_date, visibility_pct }) => ({
      day: start_date,
      value: visibility_pct,
      isPartial: end_date >= day,
    })),
  }))
}
