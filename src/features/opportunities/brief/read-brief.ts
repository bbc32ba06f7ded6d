import type { z } from 'zod'
import type { Actor } from '../../../kernel/actor.ts'
import type { BrandContext } from '../../../kernel/context.ts'
import { invoke } from '../../../kernel/invoke.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { checkPermission } from '../../../kernel/permissions.ts'
import { ApiError } from '../../../lib/errors.ts'
import { listCitations } from '../../citations/index.ts'
import { getExecution, listExecutions } from '../../executions/index.ts'
import { getMentionGaps, type promptGapSchema } from '../../gaps/index.ts'
import { searchKnowledge } from '../../knowledge/index.ts'
import { listWritingStyles, type writingStyleSchema } from '../../writing-styles/index.ts'
import type { Evidence } from '../evidence.ts'

const shownPrompts = 10
const shownPages = 10
/** Newest answers that are read for queries, competitors and quotes. */
const sampledAnswers = 20
const shownQuotes = 8
const maxQuote = 400
const passagesPerPrompt = 3
const shownPassages = 8

type BriefPrompt = z.output<typeof promptGapSchema>

export interface BriefPage {
  citation_id: string
  url: string
  title: string | null
  domain: string
  citation_count: number
  first_seen_at: string
  owner: { type: string; name: string | null }
}

interface Passage {
  document_id: string
  document_title: string
  chunk: number
  headings: string[]
  text: string
}

interface Gaps {
  prompts: BriefPrompt[]
  domains: { domain: string; gap_answers: number; brand_answers: number; owner: { type: string } }[]
}

interface Place {
  offset: number
  length: number
}

interface Answer {
  id: string
  prompt_id: string | null
  prompt: string | null
  citations: { url: string }[]
  engine: string
  executed_at: string
  answer: string | null
  search_queries: string[]
  mentions: {
    name: string
    is_our_brand: boolean
    offsets: number[]
    sentences: Place[]
    stance: string | null
    stance_clause: Place | null
  }[]
}

type Style = z.output<typeof writingStyleSchema>

export interface BriefFacts {
  prompts: BriefPrompt[]
  /** Sites cited in answers that mention competitors but not the brand. */
  sites: Gaps['domains']
  answers: Answer[]
  pages: BriefPage[]
  /** The brand's own page that answers cite most; null if they cite none, undefined if unknown. */
  ownPage: BriefPage | null | undefined
  passages: Passage[]
  style: Style | undefined
}

const reads = [getMentionGaps, listCitations, listExecutions, getExecution, searchKnowledge, listWritingStyles]

/** Names of the operations that a brief needs and the caller cannot run. */
export const refusedReads = (actor: Actor): string[] =>
  reads.filter((operation) => !mayRun(operation, actor)).map(({ name }) => name)

function mayRun(operation: Operation, actor: Actor): boolean {
  try {
    checkPermission(operation, actor)
    return true
  } catch {
    return false
  }
}

/**
 * Reads what a brief rests on. Every part is the response of an operation.
 * @param refused see `refusedReads`; these parts are empty
 */
export async function readBrief(
  ctx: BrandContext,
  opportunity: Opportunity,
  refused: readonly string[],
): Promise<BriefFacts> {
  async function read<T>(operation: Operation, input: object, ids: Record<string, string> = {}) {
    // No answer shows how to fix a page.
    if (refused.includes(operation.name) || 'issue_id' in opportunity.evidence) return undefined
    const given = { actor: ctx.actor, requestId: ctx.requestId, ids: { brand_id: ctx.brand.id, ...ids } }
    try {
      return (await invoke(ctx.services, operation, { ...given, input: { ...input } })).data as T
    } catch (error) {
      // Prompts and answers can be deleted at any time.
      if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_request'))
        return undefined
      throw error
    }
  }
  const { start_date, end_date } = opportunity.evidence
  const answersWith = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => read<Answer>(getExecution, {}, { execution_id: id })))).filter(
      (answer) => answer !== undefined,
    )
  const warnings =
    'execution_ids' in opportunity.evidence ? await answersWith(opportunity.evidence.execution_ids) : undefined
  const warned = distinct((warnings ?? []).map(({ prompt_id }) => prompt_id))
  const answered = warned.length > 0 ? { prompt_id: warned } : answersOfOpportunity(opportunity)
  const filters = { start_date, end_date, ...answered }
  const domain = ctx.brand.primary_domain
  const [gaps, pages, own, listed, styles] = await Promise.all([
    warnings ? undefined : read<Gaps>(getMentionGaps, { ...filters, max_rows: shownPrompts }),
    read<BriefPage[]>(listCitations, { ...filters, limit: warnings ? 100 : shownPages }),
    domain === null ? undefined : read<BriefPage[]>(listCitations, { ...filters, domain: [domain], limit: 1 }),
    warnings ? undefined : read<{ id: string }[]>(listExecutions, { ...filters, limit: sampledAnswers }),
    read<Style[]>(listWritingStyles, { surface: 'content', limit: 100 }),
  ])
  const prompts = gaps?.prompts ?? []
  const answers = warnings ?? (await answersWith((listed ?? []).map(({ id }) => id)))
  const cited = new Set(warnings?.flatMap(({ citations }) => citations.map(({ url }) => withoutQuery(url))))
  const asked = warnings ? distinct(warnings.map(({ prompt }) => prompt)) : prompts.map(({ text }) => text)
  const questions = asked.length > 0 ? asked : [opportunity.topic_name ?? opportunity.title]
  const found = questions.map((text) =>
    read<Passage[]>(searchKnowledge, { q: [...text].slice(0, 500).join(''), limit: passagesPerPrompt }),
  )
  const passages = (await Promise.all(found)).flatMap((some) => some ?? [])
  const byPlace = new Map(passages.map((passage) => [`${passage.document_id} ${passage.chunk}`, passage]))
  return {
    prompts,
    sites: gaps?.domains ?? [],
    answers,
    pages: (pages ?? []).filter(({ url }) => !warnings || cited.has(withoutQuery(url))).slice(0, shownPages),
    ownPage: own === undefined ? undefined : (own[0] ?? null),
    passages: [...byPlace.values()].slice(0, shownPassages),
    style: styles?.find(({ is_default }) => is_default),
  }
}

const distinct = (texts: readonly (string | null)[]) => [...new Set(texts.filter((text) => text !== null))]
const withoutQuery = (url: string) => url.replace(/[?#].*$/, '')

interface Opportunity {
  title: string
  topic_id: string | null
  topic_name: string | null
  evidence: Evidence
}

/** The filter for the answers with the cause. */
function answersOfOpportunity({ topic_id, evidence }: Opportunity) {
  if ('competitors' in evidence) return { prompt_id: evidence.prompts?.map(({ id }) => id) ?? [evidence.prompt_id] }
  return topic_id === null ? {} : { topic_id: [topic_id] }
}

/** Counts texts by answer, most frequent first. */
function countTexts(texts: readonly string[][]): { text: string; answers: number }[] {
  const counts = new Map<string, number>()
  for (const text of texts.flatMap((own) => [...new Set(own)])) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts]
    .map(([text, answers]) => ({ text, answers }))
    .sort((a, b) => b.answers - a.answers || (a.text < b.text ? -1 : 1))
}

export const queriesOf = (answers: readonly Answer[]) =>
  countTexts(answers.map(({ search_queries }) => search_queries))
    .slice(0, shownPrompts)
    .map(({ text, answers: count }) => ({ query: text, answers: count }))

export const competitorsOf = (answers: readonly Answer[]) =>
  countTexts(answers.map(({ mentions }) => mentions.flatMap((one) => (one.is_our_brand ? [] : [one.name])))).map(
    ({ text, answers: count }) => ({ name: text, answers: count }),
  )

/**
 * What answers say, verbatim. Of competitors: sentences that judge them, or else the line that mentions them.
 * @param ofBrand instead, the clauses that warn against the brand
 */
export function quotesOf(answers: readonly Answer[], ofBrand: boolean) {
  const quotes = answers.flatMap(({ id, engine, answer, mentions }) => {
    const characters = [...(answer ?? '')]
    const textAt = ({ offset, length }: Place) => characters.slice(offset, offset + length)
    return mentions.flatMap(({ name, is_our_brand, offsets, sentences, stance, stance_clause: clause }) => {
      if (is_our_brand !== ofBrand || (ofBrand && stance !== 'warned_against')) return []
      const places = ofBrand ? (clause === null ? [] : [clause]) : sentences
      const lines = places.length > 0 ? places.map(textAt) : offsets.slice(0, 1).map((at) => lineAt(characters, at))
      return lines.map((line) => ({ execution_id: id, engine, name, text: line.join('').trim() }))
    })
  })
  const distinct = new Map(quotes.map((quote) => [`${quote.name}\n${quote.text}`, quote]))
  return [...distinct.values()].filter(({ text }) => text.length <= maxQuote).slice(0, shownQuotes)
}

function lineAt(characters: readonly string[], offset: number): string[] {
  const end = characters.indexOf('\n', offset)
  return characters.slice(characters.lastIndexOf('\n', offset) + 1, end < 0 ? undefined : end)
}
