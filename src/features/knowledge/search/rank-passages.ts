import { hash } from 'node:crypto'
import type { Services } from '../../../kernel/context.ts'
import { rankByProximity, rankBySimilarTerms, rankByTerms } from './lexical.ts'
import { type FoundPassage, readPassages } from './read-passages.ts'
import { byScore, type Ranked, type SearchedDocument, searchedDocuments } from './searched-documents.ts'
import { rankBySemantics } from './semantic.ts'

/** Ranked passages per question; lower ones are irrelevant. */
export const maxPassages = 100

/** Best lexical passages that are reranked by proximity. */
const rerankedPassages = 30
/** Best semantic passages that are read in the same query: those of a first page. */
const readAhead = 20

/** k of reciprocal rank fusion (G. Cormack and others, SIGIR 2009). */
const fusionConstant = 60

export interface RankedPassages {
  documents: SearchedDocument[]
  ranked: Ranked[]
  /** Some of them, with their text. */
  read: FoundPassage[]
  ranking: 'lexical' | 'hybrid'
  /** Whether similar words were searched because those of the question occur nowhere. */
  isSimilar: boolean
  /** Why search by meaning failed. */
  problem: string | null
  /** A hash of the searched documents and models: equal values mean an equal ranking of a question. */
  state: string
}

/** Ranks passages by the words of a question and, for embedded passages, by its meaning. */
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
  const isAllEmbedded = documents.every(({ embedding_model: model }) => models.includes(model ?? ''))
  const isUnknown = exact.ranking.length === 0 && !isAllEmbedded
  const byTerms = isUnknown
    ? await rankBySimilarTerms(services, brandId, documents, question, maxPassages)
    : exact
  const [best, others] = [byTerms.ranking.slice(0, rerankedPassages), byTerms.ranking.slice(rerankedPassages)]
  const first = [best, ...[...rankings.values()].map((ranking) => ranking.slice(0, readAhead))]
  const read = await readPassages(services, brandId, documents, first.flat())
  const byWords = [...rankByProximity(question, { ...byTerms, ranking: best }, read), ...others]
  const searched = documents.map(({ id, index_run, embedding_model }) => [id, index_run, embedding_model])
  return {
    documents,
    read,
    ranked: models.length > 0 ? fuseRankings([byWords, ...rankings.values()]) : byWords,
    ranking: models.length > 0 ? 'hybrid' : 'lexical',
    isSimilar: isUnknown && byWords.length > 0,
    problem,
    state: hash('sha256', JSON.stringify([searched, models]), 'base64url').slice(0, 22),
  }
}

/** Combines rankings by rank, because their scores are not comparable. */
function fuseRankings(rankings: readonly (readonly Ranked[])[]): Ranked[] {
  const sums = new Map<string, Ranked>()
  for (const ranking of rankings)
    ranking.forEach(({ document_id, passage }, index) => {
      const sum = sums.getOrInsertComputed(`${document_id} ${passage}`, () => ({
        document_id,
        passage,
        score: 0,
      }))
      sum.score += 1 / (fusionConstant + index + 1)
    })
  return [...sums.values()].sort(byScore).slice(0, maxPassages)
}
