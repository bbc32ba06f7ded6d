import { useQuery } from '@tanstack/react-query'
import { readAll } from '../../api/queries.ts'
import { Bars } from '../../charts/bars.tsx'
import { engineName, marketName } from '../../copy/engines.ts'
import { testedChange } from '../../copy/intervals.ts'
import { percent } from '../../format/numbers.ts'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { CollapsibleRows } from '../../ui/collapsible-rows.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { type EntityChange, useOwnChanges } from '../figures/use-changes.ts'

/** The filters except the dimension’s own, so that all its values stay visible. */
function useOtherFilters(key: 'engine' | 'country' | 'topic_id') {
  const { input } = useFilters()
  const { [key]: _, ...rest } = input as typeof input & Record<typeof key, string[] | undefined>
  return rest
}

/** Visibility per engine. Selecting an engine filters the page. */
export function ByEngine() {
  const { workspaceId, brandId } = useBrand()
  const { filters, set } = useFilters()
  const rest = useOtherFilters('engine')
  const query = useQuery(
    readAll(workspaceId, 'list-engine-visibility', {
      brand_id: brandId,
      ...rest,
      compare_to_previous: filters.compare,
    }),
  )
  const changes = useOwnChanges('engine', rest)
  return (
    <Panel title="By engine" about="share of answers that mention the brand">
      <Loaded query={query}>
        {({ data }) => (
          <Bars
            label="Visibility by engine"
            format={percent}
            bars={data.map(({ engine, brand }) => ({
              key: engine,
              name: engineName(engine),
              value: brand?.visibility_pct ?? null,
              aside: <ChangeOf row={changes.get(engine)} />,
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

const ChangeOf = ({ row }: { row: EntityChange | undefined }) => (
  <Verdict tested={row && testedChange(row, 'visibility_pct')} isShort />
)

const dimensions = {
  market: { title: 'By market', filter: 'country', field: 'country' },
  topic: { title: 'By topic', filter: 'topic', field: 'topic_id' },
} as const

/** Visibility per market or topic. Selecting one filters the page. */
export function BySegment({ dimension }: { dimension: keyof typeof dimensions }) {
  const { workspaceId, brandId } = useBrand()
  const { filters, set } = useFilters()
  const { title, filter, field } = dimensions[dimension]
  const rest = useOtherFilters(field)
  const query = useQuery(
    // Unlike list-visibility-segments, this operation accepts filters.
    readAll(workspaceId, 'list-segment-trends', {
      brand_id: brandId,
      ...{ dimension, ...rest, interval: 'month' as const },
    }),
  )
  const changes = useOwnChanges(dimension, rest)
  if (query.data?.data.length === 0) return null
  return (
    <Panel title={title} about="most answers first">
      <Loaded query={query}>
        {({ data }) => (
          <CollapsibleRows rows={data} most={8}>
            {(rows) => (
              <Bars
                label={`Visibility ${title.toLowerCase()}`}
                format={percent}
                bars={rows.map(({ segment, topic_id, visibility_pct }) => {
                  const value = topic_id ?? segment
                  return {
                    key: value,
                    name: dimension === 'topic' ? <bdi>{segment}</bdi> : marketName(segment),
                    value: visibility_pct,
                    aside: <ChangeOf row={changes.get(value)} />,
                    isOn: filters[filter].includes(value),
                    onClick: () => set({ [filter]: toggled(filters[filter], value) }),
                  }
                })}
              />
            )}
          </CollapsibleRows>
        )}
      </Loaded>
    </Panel>
  )
}
