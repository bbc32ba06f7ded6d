import { useReadAll } from '../../api/hooks.ts'
import { useFilters } from '../../frame/brand.tsx'

/** The ranking, with changes if the page compares. */
export function useRankings() {
  const { filters, input } = useFilters()
  const listed = { ...input, compare_to_previous: filters.compare }
  return { listed, query: useReadAll('list-competitor-rankings', listed) }
}
