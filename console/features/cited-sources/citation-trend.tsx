import { type RowOf, useRead } from '../../api/hooks.ts'
import { pointsOf } from '../../charts/day-series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import type { Series } from '../../charts/scale.ts'
import { lineColor } from '../../format/entity-colors.ts'
import { percent } from '../../format/numbers.ts'
import { useColors, useFilters } from '../../frame/brand.tsx'
import { LoadedPanel } from '../../ui/panel.tsx'
import { useView, Views } from '../../ui/views.tsx'
import { noCitations } from './domains.tsx'

const dimensions = { domain: 'Domains', owner: 'Owners' } as const

const maxLines = 6

/** The share of answers that cite a site over time, by domain or owner. */
export function CitationTrend() {
  const { input } = useFilters()
  const by = useView('by', dimensions)
  const colorOf = useColors()
  const query = useRead('list-citation-trends', { dimension: by, ...input, limit: maxLines })
  const omitted = query.data?.meta.omitted_segments ?? 0
  return (
    <LoadedPanel
      query={query}
      lines={9}
      title="Citations over time"
      about={`share of answers that cite a site${omitted === 0 ? '' : `; top ${maxLines}, ${omitted} omitted`}`}
      actions={<Views label="Group by" name="by" views={dimensions} />}
    >
      {({ data, meta }) =>
        data.length === 0 ? (
          noCitations
        ) : (
          <LineChart
            title={`Citations over time: ${meta.dimension === 'owner' ? 'owners' : 'domains'}`}
            series={seriesOf(data, colorOf)}
            format={(value) => percent(value, 0)}
          />
        )
      }
    </LoadedPanel>
  )
}

type Line = RowOf<'list-citation-trends'>

const idOf = ({ domain, owner }: Line) => domain ?? owner?.id ?? 'others'

function seriesOf(lines: readonly Line[], colorOf: (id: string) => string): Series[] {
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
      points: pointsOf(line.points, (row) => row.share_of_answers_pct),
    }
  })
}
