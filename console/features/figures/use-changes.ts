import { useQuery } from '@tanstack/react-query'
import type { Input, ResponseOf } from '../../api/client.ts'
import { readAll } from '../../api/queries.ts'
import { useBrand, useFilters } from '../../frame/use-brand.ts'

export type EntityChange = ResponseOf<'list-visibility-changes'>['data'][number]

type Narrowed = Partial<Omit<Input<'list-visibility-changes'>, 'brand_id' | 'limit' | 'cursor'>>

/** Tested changes since the comparison period. Not asked if the page does not compare. */
export function useChanges(input: Narrowed) {
  const { workspaceId, brandId } = useBrand()
  const { filters } = useFilters()
  return useQuery({
    ...readAll(workspaceId, 'list-visibility-changes', { brand_id: brandId, ...input }),
    enabled: filters.compare,
  })
}

/** The brand’s changes by engine, market or topic: by the engine’s slug, the country’s code or the topic’s id. */
export function useOwnChanges(dimension: 'engine' | 'market' | 'topic', input: Narrowed) {
  const { brandId } = useBrand()
  const rows = useRows({ ...input, dimension, entity_id: brandId })
  return new Map(rows.map((row) => [row.topic_id ?? row.segment ?? '', row]))
}

/** Changes of everybody, by their ids. */
export function useEntityChanges(): ReadonlyMap<string, EntityChange> {
  const { input } = useFilters()
  return new Map(useRows(input).map((row) => [row.id, row]))
}

/** None where the page compares with nothing, also where they are known, and while those of another view stand in. */
function useRows(input: Narrowed): readonly EntityChange[] {
  const { filters } = useFilters()
  const { data, isPlaceholderData } = useChanges(input)
  return filters.compare && !isPlaceholderData ? (data?.data ?? []) : []
}
