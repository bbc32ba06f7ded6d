import { sql } from '../../stores/clickhouse-sql.ts'
import { answersFile, type TestApp } from '../test-app.ts'
import { addCompetitor, makeBrand } from '../visibility/make-brand.ts'
import { addDays } from '../visibility/reference-ranking.ts'
import { storedTones, tagsOf, topicsOf } from '../visibility/stored.ts'
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

/** Builds a fixture through the program's operations, and a reference independently. */
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
  const toneOf = await storedTones(test, brandId)
  const executions = fixture.answers.map((answer, index): ReferenceExecution => {
    const text = textOf(answer)
    const offsets = new Map(active.map(({ id, name }) => [id, placesOf(name, text)]))
    const isAnswered = answer.outcome === 'answered'
    const cited = isAnswered ? citedBy(answer, 'cited') : []
    return {
      id: ids.get(`answer ${index}`) as string,
      day: addDays(lastDay, -answer.daysBefore),
      executedAt: timeOf(answer),
      engine: answer.engine,
      country: answer.country,
      prompt: prompts.get(answer.prompt),
      asked: `prompt ${answer.prompt}`,
      model: answer.model ?? null,
      outcome: answer.outcome,
      facts: answer.facts,
      answer: isAnswered ? text : null,
      searchQueries: answer.searchQueries,
      offsets,
      mentions: [...offsets].flatMap(([entityId, [first, ...others]]) =>
        first === undefined || !isAnswered
          ? []
          : [
              {
                entityId,
                count: 1 + others.length,
                first,
                ...toneOf(`answer ${index}`, entityId),
              },
            ],
      ),
      cited,
      consulted: isAnswered
        ? citedBy(answer, 'consulted').filter(({ page }) => cited.every((other) => other.page !== page))
        : [],
      pages: cited.map(({ page }) => page),
    }
  })
  const { list: topics } = await topicsOf(test, brandId, key)
  const owners = new Map([[brandDomain, { type: 'brand', name: brandName, id: brandId }]])
  for (const { id, name } of active.slice(1)) {
    const domain = competitorDomains[name as keyof typeof competitorDomains]
    if (!owners.has(domain)) owners.set(domain, { type: 'competitor', name, id })
  }
  const answers = executions.filter(({ outcome }) => outcome === 'answered')
  const unanswered = executions.filter(({ outcome }) => outcome !== 'answered')
  const own = {
    id: brandId,
    key,
    entities: active,
    topics,
    answers,
    unanswered,
    planned: [],
    executions,
    owners,
  }
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
    ...answer.facts,
    ...outcomeFields(answer),
    ...(answer.model === undefined ? {} : { model: answer.model }),
    search_queries: answer.searchQueries,
    topic: fixture.prompts[answer.prompt]?.topic,
    tags: fixture.prompts[answer.prompt]?.tags,
  }))
  // Several batches, so that answers with the same time come from different ones.
  for (let start = 0; start < lines.length; start += 7)
    await test.operate('import-answers', { brand_id: brandId }, answersFile(lines.slice(start, start + 7)))
}

/** The outcome fields of an answers line. */
function outcomeFields(answer: FixtureAnswer): object {
  if (answer.outcome === 'unreadable') return { format: 'cloro', response: textOf(answer) }
  if (answer.outcome !== 'answered') return { outcome: answer.outcome }
  const citations = answer.citations.map((citation) => ({
    url: writtenUrl(citation),
    title: citation.title,
    kind: citation.kind,
    position: citation.position,
    ...(citation.isPlaced ? { start: 0, end: 1 } : {}),
  }))
  return { answer: textOf(answer), citations }
}

/** Deletes and deactivates prompts according to the fixture. @returns the remaining ones by their index */
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

/** Ids of answers by their source ids. */
async function storedIds(test: TestApp, brandId: string): Promise<Map<string, string>> {
  const rows = await test.app.services.clickhouse.query<{ source_id: string; id: string }>(
    sql`SELECT source_id, toString(answer_id) AS id FROM answers WHERE brand_id = ${brandId}`,
  )
  return new Map(rows.map((row) => [row.source_id, row.id]))
}

/** The positions of a name in a text in any letter case, in code points. No name is part of another here. */
function placesOf(name: string, text: string): number[] {
  const found = text.toLowerCase().matchAll(new RegExp(name.toLowerCase(), 'g'))
  return [...found].map(({ index }) => [...text.slice(0, index)].length)
}

/** An answer's cited or consulted pages, each once as first written; cited ones with their first title. */
function citedBy({ citations }: FixtureAnswer, kind: 'cited' | 'consulted'): ReferenceCitation[] {
  const cited: ReferenceCitation[] = []
  for (const citation of citations) {
    if ((citation.kind ?? 'cited') !== kind) continue
    const known = cited.find(({ page }) => page === citation.page)
    if (known !== undefined) {
      if (kind === 'cited') known.title ||= citation.title
      continue
    }
    const { domain } = fixturePages[citation.page] as { domain: string }
    cited.push({
      page: citation.page,
      url: keptUrl(citation),
      domain,
      title: citation.title,
      position: citation.position,
      place: citation.isPlaced ? { start: 0, end: 1 } : { start: null, end: null },
    })
  }
  return cited
}
