import type { Config } from '../../kernel/config.ts'
import table from './engines.json' with { type: 'json' }

export interface Engine {
  slug: string
  name: string
}

const builtIn: readonly Engine[] = table.builtIn

export function knownEngines(config: Pick<Config, 'ENGINES'>): readonly Engine[] {
  const further = config.ENGINES.filter(({ slug }) => !builtIn.some((engine) => engine.slug === slug))
  return [...builtIn, ...further]
}

/** Finds the slug of an engine by slug or display name, ignoring case. Undefined if unknown. */
export function engineFinder(config: Pick<Config, 'ENGINES'>): (name: string) => string | undefined {
  const slugs = new Map(Object.entries(table.alsoKnownAs))
  for (const { slug, name } of knownEngines(config)) slugs.set(slug, slug).set(name.toLowerCase(), slug)
  return (name) => slugs.get(name.trim().toLowerCase())
}
