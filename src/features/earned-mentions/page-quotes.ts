import type { BrandContext } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { entitiesOfReading } from '../answers/index.ts'
import { scansUntil } from './current-pages.ts'
import type { EarnedView } from './earned-view.ts'
import { createQuoter } from './quote-names.ts'
import type { RankedPage } from './rank-pages.ts'

/** Searches only the beginning of longer texts, to keep lists fast. */
const maxCharacters = 50_000

/** Quotes the mentions of competitors on each page, from its main text or else its title, by page id. */
export async function readQuotes(
  { services, brand }: BrandContext,
  view: EarnedView,
  pages: readonly RankedPage[],
): Promise<Map<string, string | null>> {
  if (pages.length === 0) return new Map()
  const ids = sql.raw(pages.map(({ pageId }) => pageId).join(','))
  const [texts, entities] = await Promise.all([
    services.clickhouse.query<{ id: string; title: string; text: string }>(
      sql`SELECT toString(page_id) AS id, title, substringUTF8(content, 1, ${maxCharacters}) AS text
        FROM page_scans WHERE ${scansUntil(view.pages)} AND page_id IN (${ids})
        ORDER BY seq DESC LIMIT 1 BY page_id`,
    ),
    entitiesOfReading(services, brand.id, view.pages.version),
  ])
  const shown = new Map(pages.map(({ pageId, named }) => [pageId, named]))
  const numbers = new Set(pages.flatMap(({ named }) => named))
  const quote = createQuoter(entities.filter(({ number }) => numbers.has(number)))
  return new Map(
    texts.map(({ id, title, text }) => {
      const named = shown.get(id) ?? []
      return [id, quote(text, named) ?? quote(title, named)]
    }),
  )
}
