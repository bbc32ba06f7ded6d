import type { Input } from '../api/client.ts'

export type Scope = NonNullable<Input<'create-key'>['scopes']>[number]

/** What each scope lets keys and programs do. */
export const scopeLabels: Record<Scope, string> = {
  'read:basic': 'Read brands, topics, tags, engines, profile',
  'read:visibility': 'Read rankings and visibility',
  'read:citations': 'Read citations and earned mentions',
  'read:prompts': 'Read prompts, answers and collection',
  'read:opportunities': 'Read issues, audits and opportunities',
  'read:website': 'Read visits of AI bots',
  'read:content': 'Read writing styles and knowledge',
  'write:competitors': 'Add competitors',
  'write:alignment': 'Edit alignment',
  'write:website': 'Start audits, resolve issues',
  'write:brand_profile': 'Change profile, products and writing styles',
  'write:prompts': 'Create and change prompts',
  'write:knowledge_base': 'Resynchronise documents',
}

/** The words of some scopes, in their order. */
export const pickScopeLabels = (scopes: readonly Scope[]): Partial<Record<Scope, string>> =>
  Object.fromEntries(scopes.map((scope) => [scope, scopeLabels[scope]]))
