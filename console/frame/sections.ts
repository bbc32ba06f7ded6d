/** The sections of a brand, in menu order. */
export const sections = [
  { path: 'overview', name: 'Overview' },
  { path: 'answers', name: 'Answers' },
  { path: 'prompts', name: 'Prompts' },
  { path: 'competitors', name: 'Competitors' },
  { path: 'sources', name: 'Sources' },
  { path: 'ai-visitors', name: 'AI traffic' },
  { path: 'site-health', name: 'Site health' },
  { path: 'opportunities', name: 'Opportunities' },
  { path: 'reports', name: 'Reports' },
  { path: 'knowledge', name: 'Knowledge' },
  { path: 'collection', name: 'Data collection' },
] as const
