import type { Search } from '../../search/url.ts'

/** What narrows the list of answers besides the filters that all pages have. */
export const answerFilters = <T extends object>(input: T, search: Search) => ({
  ...input,
  ...(search.search === undefined ? {} : { search: search.search }),
  ...(search.prompt === undefined ? {} : { prompt_id: [search.prompt] }),
})

/** The address without what belongs to one answer alone. */
export const withoutReading = ({ beside: _, ...search }: Search): Search => search

/** The address of a list again: without how one of its answers was read. */
export const listSearch = ({ beside: _beside, show: _show, ...search }: Search): Search => search
