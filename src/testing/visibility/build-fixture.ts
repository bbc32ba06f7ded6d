import { randomUUID } from 'node:crypto'
import { answersFile, type TestApp } from '../test-app.ts'
import { addCompetitor, makeBrand } from './make-brand.ts'
import {
  type Fixture,
  type FixtureAnswer,
  type FixtureCompetitor,
  type FixturePrompt,
  type FixtureSlot,
  lastDay,
  saidOfPrompt,
  writtenTime,
} from './random-fixture.ts'
import type { ReferenceAnswer, ReferenceBrand, ReferenceMention, ReferencePrompt } from './reference-brand.ts'
import { addDays } from './reference-ranking.ts'
import { storedTones, type Tone, tagsOf, topicsOf } from './stored.ts'

/** A fixture in the program, and the same fixture as plain objects. */
export interface BuiltFixture {
  key: string
  brand: ReferenceBrand
  tagIds: string[]
}

interface NamedEntity {
  id: string
  name: string
  names: string[]
  isOurBrand: boolean
}

/**
 * Builds a fixture through the program's operations, and a reference independently.
 * @param last numbers that the brand has already assigned; the fixture's follow
 */
export async function buildFixture(
  test: TestApp,
  fixture: Fixture,
  last?: { last_entity: number; last_prompt: number },
): Promise<BuiltFixture> {
  const { brandId, key } = await makeBrand(test, fixture.brandName, fixture.brandAliases)
  if (last !== undefined) await test.app.services.db.updateTable('brands').set(last).where('id', '=', brandId).execute()
  const ids = new Map<FixtureCompetitor, string>()
  const add = async (competitor: FixtureCompetitor) => {
    const { name, aliases, relation, later } = competitor
    const more = { aliases, relation, is_active: String(later !== 'off at first') }
    ids.set(competitor, await addCompetitor(test, brandId, name, more))
  }
  const early = fixture.competitors.filter(({ later }) => later !== 'comes')
  for (const competitor of early) await add(competitor)
  await importFixture(test, brandId, fixture)
  await planFixture(test, brandId, fixture)
  for (const competitor of fixture.competitors.filter(({ later }) => later === 'comes')) await add(competitor)
  for (const competitor of early) await changeCompetitor(test, brandId, ids.get(competitor) as string, competitor)

  for (const topic of fixture.moreTopics) await addTopic(test, brandId, key, topic)
  const topics = await topicsOf(test, brandId, key)
  const tags = await tagsOf(test, brandId, key)
  const prompts = referencePrompts(fixture, topics.idOf, tags, await promptIds(test, brandId))
  for (const [index, prompt] of fixture.prompts.entries())
    await changePrompt(test, brandId, index, prompt, topics.idOf, tags)
  await test.historyIsRead()

  const entities = [...ids].flatMap(([competitor, id]) => finalEntity(competitor, id))
  entities.unshift({
    id: brandId,
    name: fixture.brandName,
    names: [fixture.brandName, ...fixture.brandAliases],
    isOurBrand: true,
  })
  const toneOf = await storedTones(test, brandId)
  const questionOf = (answer: FixtureAnswer | FixtureSlot) => ({
    day: addDays(lastDay, -answer.daysBefore),
    engine: answer.engine,
    country: answer.country,
    prompt: prompts.get(answer.prompt),
  })
  const answers = fixture.answers.flatMap((answer, index): ReferenceAnswer[] => {
    if (answer.outcome !== 'answered') return []
    const mentions = entities.flatMap((entity) =>
      referenceMention(entity, answer.words, (id) => toneOf(`answer ${index}`, id)),
    )
    const pages = [...new Set(answer.citations.map(([page]) => page))]
    return [{ ...questionOf(answer), asked: `prompt ${answer.prompt}`, mentions, pages }]
  })
  const unanswered = fixture.answers.flatMap((answer) =>
    answer.outcome === 'answered' ? [] : [{ ...questionOf(answer), outcome: answer.outcome }],
  )
  const planned = fixture.planned.map((slot) => ({
    ...questionOf(slot),
    at: timeOf(slot),
    hasCome: slot.outcome === 'answered' || slot.outcome === 'none_shown',
  }))
  const brand = { id: brandId, entities, topics: topics.list, answers, unanswered, planned }
  return { key, brand, tagIds: [...tags.values()] }
}

async function importFixture(test: TestApp, brandId: string, fixture: Fixture): Promise<void> {
  const lines = fixture.answers.map((answer, index) => ({
    id: `answer ${index}`,
    prompt: `prompt ${answer.prompt}`,
    engine: answer.engine,
    country: answer.country,
    executed_at: writtenTime(addDays(lastDay, -answer.daysBefore), answer),
    ...outcomeFields(answer),
    topic: saidOfPrompt(fixture, answer).topic,
    tags: saidOfPrompt(fixture, answer).tags,
  }))
  await test.operate('import-answers', { brand_id: brandId }, answersFile(lines))
}

const timeOf = ({ daysBefore, msOfDay }: FixtureSlot) =>
  Date.parse(`${addDays(lastDay, -daysBefore)}T00:00:00Z`) + msOfDay

/** Stored collection slots; if a slot's prompt has no answer, its prompt was deleted. */
async function planFixture(test: TestApp, brandId: string, { planned }: Fixture): Promise<void> {
  const { db } = test.app.services
  const prompts = await db.selectFrom('prompts').select(['id', 'text']).where('brand_id', '=', brandId).execute()
  for (const [index, slot] of planned.entries()) {
    const at = new Date(timeOf(slot))
    const { engine, country, outcome = null } = slot
    await db
      .insertInto('collection_slots')
      .values({
        id: randomUUID(),
        brand_id: brandId,
        engine,
        prompt_id: prompts.find(({ text }) => text === `prompt ${slot.prompt}`)?.id ?? randomUUID(),
        country,
        language: '',
        replicate: index,
        round: at,
        round_end: at,
        planned_at: at,
        due_at: new Date('2100-01-01'),
        state: outcome === null ? 'submitted' : 'settled',
        outcome,
      })
      .execute()
  }
}

/** The outcome fields of an answers line. */
function outcomeFields({ outcome, words, citations }: FixtureAnswer): object {
  if (outcome === 'unreadable') return { format: 'openai-responses', response: words.join(' ') }
  if (outcome !== 'answered') return { outcome }
  return {
    answer: words.join(' '),
    citations: citations.map(([page, spelling]) => ({ url: `${page}${spelling}`, title: '' })),
  }
}

/** Creates a missing topic, and its parent. */
async function addTopic(test: TestApp, brandId: string, key: string, topic: string): Promise<void> {
  const { idOf } = await topicsOf(test, brandId, key)
  const [root, child] = topic.split(' / ') as [string, string | undefined]
  if (idOf(topic) !== undefined) return
  if (child === undefined) return void (await test.operate('create-topic', { brand_id: brandId, name: root }))
  if (idOf(root) === undefined) await addTopic(test, brandId, key, root)
  const parent = (await topicsOf(test, brandId, key)).idOf(root) as string
  await test.operate('create-topic', { brand_id: brandId, name: child, parent_topic_id: parent })
}

async function changeCompetitor(test: TestApp, brandId: string, id: string, competitor: FixtureCompetitor) {
  const change = (fields: Record<string, string | boolean | string[]>) =>
    test.operate('update-competitor', { brand_id: brandId, competitor_id: id, ...fields })
  if (competitor.later === 'off' || competitor.later === 'off and on') await change({ is_active: false })
  if (competitor.later === 'off and on' || competitor.later === 'off at first') await change({ is_active: true })
  if (competitor.later === 'renamed') await change({ name: competitor.laterName })
  if (competitor.later === 'gets alias') await change({ aliases: [...competitor.aliases, competitor.laterName] })
}

/** A competitor's final state; empty if it was deactivated. */
function finalEntity(competitor: FixtureCompetitor, id: string): NamedEntity[] {
  const { name, aliases, later, laterName } = competitor
  if (later === 'off') return []
  const shown = later === 'renamed' ? laterName : name
  const names = [shown, ...aliases, ...(later === 'gets alias' ? [laterName] : [])]
  return [{ id, name: shown, names, isOurBrand: false }]
}

async function changePrompt(
  test: TestApp,
  brandId: string,
  index: number,
  prompt: FixturePrompt,
  topicId: (topic: string | undefined) => string | undefined,
  tags: Map<string, string>,
): Promise<void> {
  const prompts = test.app.services.db.selectFrom('prompts').select('id').where('brand_id', '=', brandId)
  const found = await prompts.where('text', '=', `prompt ${index}`).executeTakeFirst()
  if (found === undefined || prompt.later === 'stays') return
  const subject = { brand_id: brandId, prompt_id: found.id }
  if (prompt.later === 'deleted') await test.operate('delete-prompt', subject)
  const topic = topicId(prompt.laterTopic)
  const tagIds = prompt.laterTags.flatMap((tag) => tags.get(tag) ?? [])
  if (prompt.later === 'moved')
    await test.operate('update-prompt', {
      ...subject,
      ...(topic === undefined ? {} : { topic_id: topic }),
      tag_ids: tagIds,
    })
}

/** Ids of a brand's prompts by text. */
async function promptIds(test: TestApp, brandId: string): Promise<Map<string, string>> {
  const prompts = test.app.services.db.selectFrom('prompts').select(['id', 'text'])
  const rows = await prompts.where('brand_id', '=', brandId).execute()
  return new Map(rows.map(({ id, text }) => [text, id]))
}

/** The final prompts: their first topic and all their tags, or their changed values. */
function referencePrompts(
  fixture: Fixture,
  topicId: (topic: string | undefined) => string | undefined,
  tags: Map<string, string>,
  ids: Map<string, string>,
): Map<number, ReferencePrompt> {
  const prompts = new Map<number, ReferencePrompt>()
  for (const answer of fixture.answers) {
    const { topic, tags: seenTags } = saidOfPrompt(fixture, answer)
    const prompt = prompts.get(answer.prompt) ?? {
      id: ids.get(`prompt ${answer.prompt}`) as string,
      text: `prompt ${answer.prompt}`,
      topicId: topicId(topic) as string,
      tagIds: [],
    }
    prompt.tagIds.push(...seenTags.map((tag) => tags.get(tag) as string))
    prompts.set(answer.prompt, prompt)
  }
  for (const [number, prompt] of prompts) {
    const { later, laterTopic, laterTags } = fixture.prompts[number] as FixturePrompt
    if (later === 'deleted') prompts.delete(number)
    if (later !== 'moved') continue
    prompt.topicId = topicId(laterTopic) ?? prompt.topicId
    prompt.tagIds = laterTags.flatMap((tag) => tags.get(tag) ?? [])
  }
  return prompts
}

/** Names among the words of an answer: each counted, the first with its position. */
function referenceMention(
  entity: NamedEntity,
  words: string[],
  toneOf: (entityId: string) => Tone,
): ReferenceMention[] {
  const places = words.flatMap((word, index) => (entity.names.includes(word) ? [index] : []))
  const [first] = places
  if (first === undefined) return []
  return [{ entityId: entity.id, count: places.length, first, ...toneOf(entity.id) }]
}
