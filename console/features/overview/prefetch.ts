import type { QueryClient } from '@tanstack/react-query'
import { read, readAll } from '../../api/queries.ts'
import { filterInput, readFilters } from '../../search/filters.ts'
import type { Search } from '../../search/url.ts'

/**
 * Prefetches the data at the top of the overview while its code loads, with the same inputs as the page.
 */
export function prefetchOverview(queries: QueryClient, workspaceId: string, brandId: string, search: Search): void {
  const { filters } = readFilters(search)
  const input = { brand_id: brandId, ...filterInput(filters, new Date()) }
  const compared = { ...input, compare_to_previous: filters.compare }
  void queries.prefetchQuery(readAll(workspaceId, 'list-competitor-rankings', compared))
  void queries.prefetchQuery(readAll(workspaceId, 'list-visibility-intervals', input))
  void queries.prefetchQuery(read(workspaceId, 'list-visibility-trend', input))
}
