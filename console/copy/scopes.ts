import type { Input } from '../api/client.ts'
import texts from './texts.json' with { type: 'json' }

export type Scope = NonNullable<Input<'create-key'>['scopes']>[number]

/** What each scope allows API keys and connected apps to do. */
export const scopeLabels: Record<Scope, string> = texts.scopes

export const pickScopeLabels = (scopes: readonly Scope[]): Partial<Record<Scope, string>> =>
  Object.fromEntries(scopes.map((scope) => [scope, scopeLabels[scope]]))
