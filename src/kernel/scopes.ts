/** What each read scope grants. Keys get all of them by default. */
export const readScopes = {
  'read:basic': 'Brands, topics, tags, engines, credits, profile and products',
  'read:visibility': 'Competitors, rankings, visibility and the topic scoreboard',
  'read:citations': 'Citations, cited domains and earned mentions',
  'read:prompts': 'Prompts, answers and alignment',
  'read:opportunities': 'Technical issues, audits and opportunities',
  'read:website': 'AI bot visits and website pages',
  'read:crawler': 'Visits of people from AI engines',
  'read:content': 'Writing styles and knowledge documents',
} as const

export const writeScopes = {
  'write:competitors': 'Add competitors, decide on suggested ones',
  'write:alignment': 'Delete alignment categories, edit suggestions',
  'write:website': 'Start audits, resolve technical issues',
  'write:brand_profile': 'Update the brand profile, products and writing styles',
  'write:prompts':
    'Create, update and delete prompts, check answers, work on opportunities, alerts, experiments, notes and reports',
  'write:knowledge_base': 'Resync knowledge documents',
} as const

export type ReadScope = keyof typeof readScopes
export type WriteScope = keyof typeof writeScopes
export type Scope = ReadScope | WriteScope

export const allReadScopes = Object.keys(readScopes) as ReadScope[]
export const allWriteScopes = Object.keys(writeScopes) as WriteScope[]
export const isWriteScope = (scope: string): scope is WriteScope => scope in writeScopes

/** Plan features that a scope requires, in addition to the scope itself. */
const plansOfScopes: Partial<Record<string, 'brand_knowledge'>> = {
  'write:knowledge_base': 'brand_knowledge',
}
export const requiredPlan = (scope: string) => plansOfScopes[scope]
