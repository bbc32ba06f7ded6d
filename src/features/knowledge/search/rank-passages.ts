import { hash } from 'node:crypto'
import type { Services } from '../../../kernel/context.ts'
import { rankByProximity, rankBySimilarTerms, rankByTerms } from './lexical.ts'
import { type FoundPassage, readPassages } from './read-passages.ts'
import { byScore, type Ranked, type SearchedDocument, searchedDocuments } from './searched-documents.ts'
import { rankBySemantics } from './semantic.ts'

/** As many passages are ranked; what is further down answers nothing. */
export const maxPassages = 100

/** So many of the first by words are looked at more closely. */
const lookedAt = 30
/** So many of the first by meaning are read with them: those that a first page shows. */
const readAhead = 20

/** Of reciprocal rank fusion: how little the first places differ (G. Cormack and others, SIGIR 2009). */
const fusionConstant = 60

export interface RankedPassages {
  documents: SearchedDocument[]
  ranked: Ranked[]
  /** Some of them, with what they say. */
  read: FoundPassage[]
  /** How they were ranked. */
  ranking: 'lexical' | 'hybrid'
  /** Whether words were searched that are like those of the question, as these stand nowhere. */
  isSimilar: boolean
  /** Why meaning did not count, where it should. */
  problem: string | null
  /** Names what was searched, and how: the same for the same question as long as the ranking is the same. */
  state: string
}

/** The passages that fit a question best, by its words, and by its meaning where passages are embedded. */
export async function rankPassages(
  services: Services,
  brandId: string,
  question: string,
): Promise<RankedPassages> {
  const documents = await searchedDocuments(services.db, brandId)
  const [exact, { rankings, problem }] = await Promise.all([
    rankByTerms(services, brandId, documents, question, maxPassages),
    rankBySemantics(services, brandId, documents, question, maxPassages),
  ])
  const models = [...rankings.keys()]
  const isAllByMeaning = documents.every(({ embedding_model: model }) => models.includes(model ?? ''))
  const isUnknown = exact.ranking.length === 0 && !isAllByMeaning
  const byTerms = isUnknown
    ? await rankBySimilarTerms(services, brandId, documents, question, maxPassages)
    : exact
  const [looked, others] = [byTerms.ranking.slice(0, lookedAt), byTerms.ranking.slice(lookedAt)]
  const first = [looked, ...[...rankings.values()].map((ranking) => ranking.slice(0, readAhead))]
  const read = await readPassages(services, brandId, documents, first.flat())
  const byWords = [...rankByProximity(question, { ...byTerms, ranking: looked }, read), ...others]
  const searched = documents.map(({ id, index_run, embedding_model }) => [id, index_run, embedding_model])
  return {
    documents,
    read,
    ranked: models.length > 0 ? fused([byWords, ...rankings.values()]) : byWords,
    ranking: models.length > 0 ? 'hybrid' : 'lexical',
    isSimilar: isUnknown && byWords.length > 0,
    problem,
    state: hash('sha256', JSON.stringify([searched, models]), 'base64url').slice(0, 22),
  }
}

/** Puts rankings together by the places in them, as their scores cannot be compared. */
function fused(rankings: readonly (readonly Ranked[])[]): Ranked[] {
  const sums = new Map<string, Ranked>()
  for (const ranking of rankings)
    ranking.forEach(({ document_id, passage }, place) => {
      const sum = sums.getOrInsertComputed(`${document_id} ${passage}`, () => ({
        document_id,
        passage,
        score: 0,
      }))
      sum.score += 1 / (fusionConstant + place + 1)
    })
  return [...sums.values()].sort(byScore).slice(0, maxPassages)
}
