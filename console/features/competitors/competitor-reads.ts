/** Operations to refetch after a competitor is added, changed, tracked or untracked. */
export const competitorReads = [
  'list-competitors',
  'list-competitor-rankings',
  'list-competitor-suggestions',
  'list-visibility-trend',
  'get-mention-gaps',
  'get-execution',
] as const
