import type { Search } from '../../search/url.ts'

/** The filters of the answer list, in addition to the shared ones. */
export const answerFilters = <T extends object>(input: T, search: Search) => ({
  ...input,
  search: search.search,
  prompt_id: search.prompt === undefined ? undefined : [search.prompt],
})

/** The URL parameters without those of a single answer. */
export const withoutReading = ({ beside: _, ...search }: Search): Search => search

/** The URL parameters of the list, without display options of an answer. */
export const listSearch = ({ beside: _beside, show: _show, ...search }: Search): Search => search
