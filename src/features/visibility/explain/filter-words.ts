import type { BrandContext } from '../../../kernel/context.ts'
import { inList } from '../../../stores/postgres-rows.ts'
import { knownEngines } from '../../engines/index.ts'
import type { Period } from '../period.ts'
import type { FilterInput } from '../view/filters.ts'

const tagWords = {
  any: 'prompts with any of the tags',
  all: 'prompts with all of the tags',
  exclude_any: 'prompts with none of the tags',
  exclude_all: 'prompts that lack at least one of the tags',
}

/** Describes the selected answers in words: the period, then each filter. */
export async function filterWords(
  { services, brand }: BrandContext,
  { engine, country, topic_id, tag_id, tag_match_mode = 'any' }: FilterInput,
  { start_date, end_date }: Period,
): Promise<string[]> {
  const nameOf = new Map(knownEngines(services.config).map(({ slug, name }) => [slug, name]))
  const namesOf = async (table: 'topics' | 'tags', ids: readonly string[]) => {
    const own = services.db.selectFrom(table).select('name').where('brand_id', '=', brand.id)
    const rows = await own
      .where(inList('id', [...ids], 'uuid'))
      .orderBy('name')
      .execute()
    return rows.map(({ name }) => name).join(', ')
  }
  const words = [`answers from ${start_date} to ${end_date} (UTC)`]
  if (engine !== undefined)
    words.push(`engines: ${[...new Set(engine)].map((slug) => nameOf.get(slug) ?? slug).join(', ')}`)
  if (country !== undefined) words.push(`markets: ${[...new Set(country)].join(', ')}`)
  if (topic_id !== undefined) words.push(`topics, including subtopics: ${await namesOf('topics', topic_id)}`)
  if (tag_id !== undefined) words.push(`${tagWords[tag_match_mode]}: ${await namesOf('tags', tag_id)}`)
  return words
}
