/** What shows something else once a competitor is added, changed, followed or left. */
export const competitorReads = [
  'list-competitors',
  'list-competitor-rankings',
  'list-competitor-suggestions',
  'list-visibility-trend',
  'get-mention-gaps',
  'get-execution',
] as const
