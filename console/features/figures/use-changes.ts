import { type Input, type RowOf, useReadAll } from '../../api/hooks.ts'
import { useBrand, useFilters } from '../../frame/brand.tsx'

export type EntityChange = RowOf<'list-visibility-changes'>

type Narrowed = Partial<Omit<Input<'list-visibility-changes'>, 'brand_id' | 'limit' | 'cursor'>>

/** Tested changes from the comparison period. Not requested if the page does not compare. */
export function useChanges(input: Narrowed) {
  const { filters } = useFilters()
  return useReadAll('list-visibility-changes', input, { enabled: filters.compare })
}

/** The brand’s changes, keyed by engine slug, country code or topic id. */
export function useOwnChanges(dimension: 'engine' | 'market' | 'topic', input: Narrowed) {
  const { brandId } = useBrand()
  const rows = useRows({ ...input, dimension, entity_id: brandId })
  return new Map(rows.map((row) => [row.topic_id ?? row.segment ?? '', row]))
}

export function useEntityChanges(): ReadonlyMap<string, EntityChange> {
  const { input } = useFilters()
  return new Map(useRows(input).map((row) => [row.id, row]))
}

/** Empty if the page does not compare, or while placeholder data of another view is shown. */
function useRows(input: Narrowed): readonly EntityChange[] {
  const { filters } = useFilters()
  const { data, isPlaceholderData } = useChanges(input)
  return filters.compare && !isPlaceholderData ? (data?.data ?? []) : []
}
