import { z } from 'zod'
import type { Owner } from './owner.ts'
import table from './source-kinds.json' with { type: 'json' }

type SiteKind = keyof typeof table.domains
const kindsOfSites = Object.keys(table.domains) as SiteKind[]

export const sourceKind = z
  .enum(['brand', 'competitor', ...kindsOfSites, 'other'])
  .describe('Kind of site: its owner, or else from lists of known domains and words in the domain, or else other.')

const known = new Map(kindsOfSites.flatMap((kind) => table.domains[kind].map((domain) => [domain, kind])))
/** Parts of a domain between hyphens and dots that name its kind. */
const words = Object.entries(table.words).map(
  ([kind, word]) => [kind as SiteKind, new RegExp(`(^|[-.])(${word})([-.]|$)`)] as const,
)

export const kindOf = (domain: string, { type }: Pick<Owner, 'type'>): z.output<typeof sourceKind> =>
  type === 'other' ? (known.get(domain) ?? words.find(([, word]) => word.test(domain))?.[0] ?? type) : type
