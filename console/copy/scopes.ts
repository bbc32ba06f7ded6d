import type { Input } from '../api/client.ts'

export type Scope = NonNullable<Input<'create-key'>['scopes']>[number]

/** What each scope allows API keys and connected apps to do. */
export const scopeLabels: Record<Scope, string> = {
  'read:basic': 'Read brands, topics, tags, engines, profile',
  'read:visibility': 'Read rankings and visibility',
  'read:citations': 'Read citations and earned mentions',
  'read:prompts': 'Read prompts, answers and collection',
  'read:opportunities': 'Read issues, audits and opportunities',
  'read:website': 'Read AI bot visits',
  'read:crawler': 'Read visits from AI engines',
  'read:content': 'Read writing styles and knowledge',
  'write:competitors': 'Add competitors',
  'write:alignment': 'Edit alignment',
  'write:website': 'Start audits, resolve issues',
  'write:brand_profile': 'Edit profile, products and writing styles',
  'write:prompts': 'Create and edit prompts',
  'write:knowledge_base': 'Sync documents',
}

/** The labels of the given scopes, in the given order. */
export const pickScopeLabels = (scopes: readonly Scope[]): Partial<Record<Scope, string>> =>
  Object.fromEntries(scopes.map((scope) => [scope, scopeLabels[scope]]))
