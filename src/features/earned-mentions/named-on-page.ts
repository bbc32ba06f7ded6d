import { compileMentionFinder } from '../../lib/text/mentions/mention-finder.ts'
import type { ReadEntity } from '../answers/index.ts'

/** The parts of a stored page that names are looked for in. */
interface PageText {
  title: string
  content: string
  /** The site that it is on, and those that its main text links to. */
  domain: string
  links: readonly string[]
}

/** Numbers of entities, in their order. */
export interface NamedOnPage {
  /** Those that the title or the main text names. */
  entities: number[]
  /** Those whose site the page is on, or its main text links to: their signal of a domain. */
  linked: number[]
}

/** Finds where a page names entities, by the rules by which answers are read. */
export const pageFinder = (entities: readonly ReadEntity[]) =>
  compileMentionFinder(
    entities.map(({ number, names, domain, case_sensitive }) => ({
      entity: number,
      names,
      domain,
      caseSensitive: case_sensitive,
    })),
  )

/** Prepares to look for entities on pages, by the rules by which answers are read; made once for many pages. */
export function createPageReader(entities: readonly ReadEntity[]): (page: PageText) => NamedOnPage {
  const find = pageFinder(entities)
  return ({ title, content, domain, links }) => {
    const named = new Set(find(`${title}\n${content}`).map(({ entity }) => entity))
    const sites = new Set([domain, ...links])
    const linked = entities.filter((entity) => entity.domain !== null && sites.has(entity.domain))
    return { entities: [...named].sort((a, b) => a - b), linked: linked.map(({ number }) => number) }
  }
}
