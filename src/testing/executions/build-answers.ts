import { sql } from '../../stores/clickhouse-sql.ts'
import { answersFile, type TestApp } from '../test-app.ts'
import { addCompetitor, makeBrand } from '../visibility/make-brand.ts'
import { addDays } from '../visibility/reference-ranking.ts'
import { storedSentiments, tagsOf, topicsOf } from '../visibility/stored.ts'
import {
  type AnswerFixture,
  brandDomain,
  brandName,
  competitorDomains,
  type FixtureAnswer,
  fixturePages,
  keptUrl,
  lastDay,
  switchedOff,
  writtenUrl,
} from './answer-fixture.ts'
import type {
  ReferenceCitation,
  ReferenceExecution,
  ReferenceFixture,
  ReferenceFixturePrompt,
} from './reference-executions.ts'

/** Makes a fixture through the program's operations, and by hand. */
export async function buildAnswers(test: TestApp, fixture: AnswerFixture): Promise<ReferenceFixture> {
  const { brandId, key } = await makeBrand(test, brandName)
  await test.operate('update-brand', { brand_id: brandId, domain: brandDomain })
  const entities = [{ id: brandId, name: brandName, isOurBrand: true }]
  for (const [name, domain] of Object.entries(competitorDomains)) {
    const id = await addCompetitor(test, brandId, name, { primary_url: `https://${domain}` })
    entities.push({ id, name, isOurBrand: false })
  }
  await importAnswers(test, brandId, fixture)
  const off = entities.find(({ name }) => name === switchedOff)
  await test.operate('update-competitor', {
    brand_id: brandId,
    competitor_id: off?.id as string,
    is_active: 'false',
  })
  const tags = await tagsOf(test, brandId, key)
  const prompts = await changePrompts(test, brandId, fixture, tags)
  await test.historyIsRead()

  const active = entities.filter((entity) => entity !== off)
  const ids = await storedIds(test, brandId)
  const sentimentOf = await storedSentiments(test, brandId)
  const executions = fixture.answers.map((answer, index): ReferenceExecution => {
    const text = textOf(answer)
    const offsets = new Map(active.map(({ id, name }) => [id, placesOf(name, text)]))
    const cited = citedBy(answer)
    return {
      id: ids.get(`answer ${index}`) as string,
      day: addDays(lastDay, -answer.daysBefore),
      executedAt: timeOf(answer),
      engine: answer.engine,
      country: answer.country,
      prompt: prompts.get(answer.prompt),
      model: answer.model ?? null,
      answer: text,
      searchQueries: answer.searchQueries,
      offsets,
      mentions: [...offsets].flatMap(([entityId, [first, ...others]]) =>
        first === undefined
          ? []
          : [
              {
                entityId,
                count: 1 + others.length,
                first,
                sentiment: sentimentOf(`answer ${index}`, entityId),
              },
            ],
      ),
      cited,
      pages: cited.map(({ page }) => page),
    }
  })
  const { list: topics } = await topicsOf(test, brandId, key)
  const owners = new Map([[brandDomain, { type: 'brand', name: brandName, id: brandId }]])
  for (const { id, name } of active.slice(1)) {
    const domain = competitorDomains[name as keyof typeof competitorDomains]
    if (!owners.has(domain)) owners.set(domain, { type: 'competitor', name, id })
  }
  const own = { id: brandId, key, entities: active, topics, answers: executions, executions, owners }
  return { ...own, prompts: [...prompts.values()], tagIds: [...tags.values()] }
}

const timeOf = ({ daysBefore, msOfDay }: FixtureAnswer) =>
  new Date(Date.parse(addDays(lastDay, -daysBefore)) + msOfDay).toISOString()

const textOf = ({ words }: FixtureAnswer) => words.join(' ')

async function importAnswers(test: TestApp, brandId: string, fixture: AnswerFixture): Promise<void> {
  const lines = fixture.answers.map((answer, index) => ({
    id: `answer ${index}`,
    prompt: `prompt ${answer.prompt}`,
    engine: answer.engine,
    country: answer.country,
    executed_at: timeOf(answer),
    answer: textOf(answer),
    ...(answer.model === undefined ? {} : { model: answer.model }),
    search_queries: answer.searchQueries,
    citations: answer.citations.map((citation) => ({ url: writtenUrl(citation), title: citation.title })),
    topic: fixture.prompts[answer.prompt]?.topic,
    tags: fixture.prompts[answer.prompt]?.tags,
  }))
  // Several batches, so that answers of the same moment come from different ones.
  for (let start = 0; start < lines.length; start += 7)
    await test.operate('import-answers', { brand_id: brandId }, answersFile(lines.slice(start, start + 7)))
}

/** Deletes and switches off prompts as the fixture says; those that are left, by their numbers in it. */
async function changePrompts(
  test: TestApp,
  brandId: string,
  fixture: AnswerFixture,
  tags: Map<string, string>,
): Promise<Map<number, ReferenceFixturePrompt>> {
  const stored = await test.app.services.db
    .selectFrom('prompts')
    .select(['id', 'text', 'topic_id', 'created_at'])
    .where('brand_id', '=', brandId)
    .execute()
  const left = new Map<number, ReferenceFixturePrompt>()
  for (const [index, prompt] of fixture.prompts.entries()) {
    const row = stored.find(({ text }) => text === `prompt ${index}`)
    if (row === undefined) continue
    const subject = { brand_id: brandId, prompt_id: row.id }
    if (prompt.isDeleted) await test.operate('delete-prompt', subject)
    else await test.operate('update-prompt', { ...subject, is_active: String(prompt.isActive) })
    if (prompt.isDeleted) continue
    left.set(index, {
      id: row.id,
      text: row.text,
      topicId: row.topic_id,
      tagIds: prompt.tags.map((tag) => tags.get(tag) as string),
      isActive: prompt.isActive,
      createdAt: row.created_at.toISOString(),
    })
  }
  return left
}

/** The ids of answers by those of their source. */
async function storedIds(test: TestApp, brandId: string): Promise<Map<string, string>> {
  const rows = await test.app.services.clickhouse.query<{ source_id: string; id: string }>(
    sql`SELECT source_id, toString(answer_id) AS id FROM answers WHERE brand_id = ${brandId}`,
  )
  return new Map(rows.map((row) => [row.source_id, row.id]))
}

/** Where a name stands in a text in any letter case, in code points. No name is a part of another here. */
function placesOf(name: string, text: string): number[] {
  const found = text.toLowerCase().matchAll(new RegExp(name.toLowerCase(), 'g'))
  return [...found].map(({ index }) => [...text.slice(0, index)].length)
}

/** The pages of an answer, each once: with its first address, and the first title that there is. */
function citedBy({ citations }: FixtureAnswer): ReferenceCitation[] {
  const cited: ReferenceCitation[] = []
  for (const citation of citations) {
    const known = cited.find(({ page }) => page === citation.page)
    if (known !== undefined) known.title ||= citation.title
    else {
      const { domain } = fixturePages[citation.page] as { domain: string }
      cited.push({ page: citation.page, url: keptUrl(citation), domain, title: citation.title })
    }
  }
  return cited
}
