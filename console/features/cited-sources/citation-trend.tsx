import type { ResponseOf } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import type { Series } from '../../charts/scale.ts'
import { today } from '../../format/days.ts'
import { lineColor } from '../../format/entity-colors.ts'
import { percent } from '../../format/numbers.ts'
import { NoAnswers } from '../../frame/no-answers.tsx'
import { useColors, useFilters } from '../../frame/use-brand.ts'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { useView, Views } from '../../ui/views.tsx'

const dimensions = { domain: 'Domains', owner: 'Owners' } as const

const maxLines = 6

/** The share of answers that cite a site over time, by domain or owner. */
export function CitationTrend() {
  const { input } = useFilters()
  const by = useView('by', dimensions)
  const colorOf = useColors()
  const query = useRead('list-citation-trends', {
    dimension: by,
    ...input,
    limit: maxLines,
  })
  const omitted = query.data?.meta.omitted_segments ?? 0
  return (
    <Panel
      title="Citations over time"
      about={
        omitted === 0
          ? 'share of answers that cite a site'
          : `share of answers that cite a site; top ${maxLines}, ${omitted} omitted`
      }
      actions={<Views label="Group by" name="by" views={dimensions} />}
    >
      <Loaded query={query} lines={9}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <NoAnswers title="No citations" />
          ) : (
            <LineChart
              title={`Citations over time: ${meta.dimension === 'owner' ? 'owners' : 'domains'}`}
              series={seriesOf(data, colorOf, today(new Date()))}
              format={(value) => percent(value, 0)}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

type Line = ResponseOf<'list-citation-trends'>['data'][number]

const idOf = ({ domain, owner }: Line) => domain ?? owner?.id ?? 'others'

function seriesOf(lines: readonly Line[], colorOf: (id: string) => string, day: string): Series[] {
  // Sorted by name, so that a line keeps its color when ranks change.
  const domains = lines.flatMap(({ domain }) => domain ?? []).sort()
  return lines.map((line) => {
    const id = idOf(line)
    const isOwn = line.domain === null && line.owner?.type === 'brand'
    return {
      id,
      name: line.domain ?? line.owner?.name ?? 'Others',
      color: line.domain !== null ? lineColor(id, domains) : id === 'others' ? 'var(--muted)' : colorOf(id),
      isOwn,
      points: line.points.map(({ start_date, end_date, share_of_answers_pct }) => ({
        day: start_date,
        value: share_of_answers_pct,
        isPartial: end_date >= day,
      })),
    }
  })
}
