interface Matching {
  match_case_sensitive?: boolean
  match_in_context?: boolean
  excluded_phrases?: string[]
}

export const matchValues = (named: Matching | undefined) => ({
  match_case_sensitive: named?.match_case_sensitive ?? false,
  match_in_context: named?.match_in_context ?? false,
  excluded_phrases: named?.excluded_phrases ?? [],
})
