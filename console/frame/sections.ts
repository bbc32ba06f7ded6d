/** The sections of a brand, in their order. */
export const sections = [
  { path: 'overview', name: 'Overview' },
  { path: 'answers', name: 'Answers' },
  { path: 'prompts', name: 'Prompts' },
  { path: 'competitors', name: 'Competitors' },
  { path: 'sources', name: 'Sources' },
  { path: 'ai-visitors', name: 'AI visitors' },
  { path: 'site-health', name: 'Site health' },
  { path: 'opportunities', name: 'Opportunities' },
  { path: 'reports', name: 'Reports' },
  { path: 'knowledge', name: 'Knowledge' },
  { path: 'collection', name: 'Collection' },
] as const
