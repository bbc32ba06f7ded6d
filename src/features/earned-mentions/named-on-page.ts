import { compileMentionFinder } from '../../lib/text/mentions/mention-finder.ts'
import type { ReadEntity } from '../answers/index.ts'

/** The searched parts of a stored page. */
interface PageText {
  title: string
  content: string
  /** The site of the page, and the sites that its main text links to. */
  domain: string
  links: readonly string[]
}

/** Sorted entity numbers. */
export interface NamedOnPage {
  /** Entities mentioned in the title or main text. */
  entities: number[]
  /** Entities whose site contains the page or is linked from its main text: their domain signal. */
  linked: number[]
}

/** Creates a mention finder for pages, with the same rules as for answers. */
export const pageFinder = (entities: readonly ReadEntity[]) =>
  compileMentionFinder(
    entities.map(({ number, names, domain, case_sensitive }) => ({
      entity: number,
      names,
      domain,
      caseSensitive: case_sensitive,
    })),
  )

/** Creates a reader that finds entities on pages, with the same rules as for answers. Reuse it for many pages. */
export function createPageReader(entities: readonly ReadEntity[]): (page: PageText) => NamedOnPage {
  const find = pageFinder(entities)
  return ({ title, content, domain, links }) => {
    const named = new Set(find(`${title}\n${content}`).map(({ entity }) => entity))
    const sites = new Set([domain, ...links])
    const linked = entities.filter((entity) => entity.domain !== null && sites.has(entity.domain))
    return { entities: [...named].sort((a, b) => a - b), linked: linked.map(({ number }) => number) }
  }
}
