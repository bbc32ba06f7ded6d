import { readCitations } from '../../lib/text/citations/citations.ts'
import { readVisibleText } from '../../lib/text/markdown/visible-text.ts'
import type { ProductBenchAnswer } from '../product-bench.ts'
import { answersFile, type TestApp } from '../test-app.ts'
import { addCompetitor, type MadeBrand, makeBrand } from './make-brand.ts'
import type { ReferenceBrand, ReferenceEntity, ReferenceMention } from './reference-brand.ts'
import { promptIdOf, storedTones, type Tone, tagsOf, topicsOf } from './stored.ts'

export const realBrandName = 'Samsung'
const competitors = 'Sony Dell HP ASUS Apple Garmin Ninja Breville Philips LG Anker Dyson'.split(' ')
/** Every 15th prompt is deleted after the import. */
const deletedEvery = 15

/** Real answers in the program, and as plain objects. */
export interface RealBrand {
  made: MadeBrand
  brand: ReferenceBrand
  topicIds: string[]
  tagIds: string[]
}

/** Imports real answers for one of the brands in them, and deletes some of their prompts. */
export async function importRealBrand(test: TestApp, lines: ProductBenchAnswer[]): Promise<RealBrand> {
  const made = await makeBrand(test, realBrandName)
  const { brandId, key } = made
  const entities: ReferenceEntity[] = [{ id: brandId, name: realBrandName, isOurBrand: true }]
  for (const name of competitors) {
    const domain = { primary_url: `https://www.${name.toLowerCase()}.com` }
    entities.push({ id: await addCompetitor(test, brandId, name, domain), name, isOurBrand: false })
  }
  await test.operate('import-answers', { brand_id: brandId }, answersFile(lines))
  const prompts = test.app.services.db.selectFrom('prompts').select(['id', 'text'])
  const stored = await prompts.where('brand_id', '=', brandId).execute()
  const idOf = new Map(stored.map(({ id, text }) => [text, id]))
  const deleted = [...new Set(lines.map((line) => line.prompt))].filter((_, index) => index % deletedEvery === 0)
  for (const text of deleted) {
    const prompt_id = await promptIdOf(test, brandId, text)
    await test.operate('delete-prompt', { brand_id: brandId, prompt_id })
  }

  const topics = await topicsOf(test, brandId, key)
  const tags = await tagsOf(test, brandId, key)
  const toneOf = await storedTones(test, brandId)
  const answers = lines.map((line) => {
    const { text, links } = readVisibleText(line.answer)
    const prompt = {
      id: idOf.get(line.prompt) as string,
      text: line.prompt,
      topicId: topics.idOf(line.topic) as string,
      tagIds: line.tags.map((tag) => tags.get(tag) as string),
    }
    return {
      day: line.executed_at.slice(0, 10),
      engine: line.engine,
      country: 'US',
      asked: line.prompt,
      prompt: deleted.includes(line.prompt) ? undefined : prompt,
      mentions: referenceMentions(text, entities, (id) => toneOf(line.id, id)),
      pages: readCitations(line.citations, links).map(({ url }) => url),
    }
  })
  return {
    made,
    brand: { id: brandId, entities, topics: topics.list, answers, unanswered: [], planned: [] },
    topicIds: topics.list.map((topic) => topic.id),
    tagIds: [...tags.values()],
  }
}

/** Whole-word matches of a name in any letter case, by one regular expression each. */
function referenceMentions(
  text: string,
  entities: readonly ReferenceEntity[],
  toneOf: (entityId: string) => Tone,
): ReferenceMention[] {
  return entities.flatMap(({ id, name }) => {
    const wholeWord = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}_])${name}(?![\\p{L}\\p{N}\\p{M}_])`, 'giu')
    const [first, ...others] = text.matchAll(wholeWord)
    if (first === undefined) return []
    return { entityId: id, count: 1 + others.length, first: first.index, ...toneOf(id) }
  })
}
