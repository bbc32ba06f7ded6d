import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { Bars } from '../../charts/bars.tsx'
import { count, percent } from '../../format/numbers.ts'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { engineName, marketName } from '../../words/engines.ts'
import { useOwnChanges } from '../figures/use-changes.ts'

/** The filters that are set, but for that of the dimension itself: the others stay beside the one that is chosen. */
function useOthers(key: 'engine' | 'country' | 'topic_id') {
  const { input } = useFilters()
  const { [key]: _, ...rest } = input as typeof input & Record<typeof key, string[] | undefined>
  return rest
}

/** How often the brand is named on each engine; one that is pressed is the page’s filter. */
export function ByEngine() {
  const { workspaceId, brandId } = useBrand()
  const { filters, set } = useFilters()
  const rest = useOthers('engine')
  const query = useQuery(
    read(workspaceId, 'list-engine-visibility', {
      brand_id: brandId,
      ...rest,
      compare_to_previous: filters.compare,
    }),
  )
  const changes = useOwnChanges('engine', rest)
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
              aside: <Verdict change={changes.get(engine)} isShort />,
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

const most = 8

const dimensions = {
  market: { title: 'By market', filter: 'country', field: 'country' },
  topic: { title: 'By topic', filter: 'topic', field: 'topic_id' },
} as const

/** How often the brand is named in each market or topic, with the page’s filters; one that is pressed is one of them. */
export function BySegment({ dimension }: { dimension: keyof typeof dimensions }) {
  const { workspaceId, brandId } = useBrand()
  const { filters, set } = useFilters()
  const { title, filter, field } = dimensions[dimension]
  const rest = useOthers(field)
  const query = useQuery(
    // Figures of the whole period, which the list of segments has without filters alone.
    read(workspaceId, 'list-segment-trends', {
      brand_id: brandId,
      ...{ dimension, ...rest, interval: 'month' as const, limit: most },
    }),
  )
  const changes = useOwnChanges(dimension, rest)
  if (query.data?.data.length === 0) return null
  const omitted = query.data?.meta.omitted_segments ?? 0
  return (
    <Panel
      title={title}
      about={omitted === 0 ? undefined : `the ${most} with most answers, ${count(omitted)} left out`}
    >
      <Loaded query={query}>
        {({ data }) => (
          <Bars
            label={`Visibility ${title.toLowerCase()}`}
            format={percent}
            bars={data.map(({ segment, topic_id, visibility_pct }) => {
              const value = topic_id ?? segment
              return {
                key: value,
                name: dimension === 'topic' ? <bdi>{segment}</bdi> : marketName(segment),
                value: visibility_pct,
                aside: <Verdict change={changes.get(value)} isShort />,
                isOn: filters[filter].includes(value),
                onClick: () => set({ [filter]: toggled(filters[filter], value) }),
              }
            })}
          />
        )}
      </Loaded>
    </Panel>
  )
}
