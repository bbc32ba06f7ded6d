import { LRUCache } from 'lru-cache'
import type { Services } from '../../../kernel/context.ts'
import type { PageSnapshot } from '../current-pages.ts'
import { type CitedPages, createCitedPages } from './cited-pages.ts'
import { type AnswerSnapshot, loadAnswers, loadPages } from './load-pages.ts'

/** A state of a brand's answers and pages. */
export interface BrandState {
  answers: AnswerSnapshot
  pages: PageSnapshot
  /** Changes when stored answers are erased: what was loaded before holds too much. */
  erasures: number
}

interface KeptBrand {
  cited: CitedPages
  seq: number
  pagesSeq: number
  /** What was begun last: states are reached one after another. */
  turn: Promise<void>
}

interface Kept {
  brands: LRUCache<string, KeptBrand>
  /** Brands that were found to be too large. */
  tooLarge: LRUCache<string, true>
}

const keptOf = new WeakMap<Services, Kept>()

function keptBrands(services: Services, mostBytes: number): Kept {
  return keptOf.getOrInsertComputed(services, () => ({
    brands: new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ cited }) => cited.bytes() }),
    tooLarge: new LRUCache({ max: 1000 }),
  }))
}

/**
 * Asks what is known of a brand's pages in a state. They are loaded into memory once, and brought from state to state by
 * what was added since: after an import or a scan that takes milliseconds, where ranking anew takes the store a second.
 * @returns undefined where they are not kept in memory: for a state before the one that is known, and for a brand too large
 */
export async function askKept<T>(
  services: Services,
  state: BrandState,
  ask: (cited: CitedPages) => T,
): Promise<T | undefined> {
  const mostBytes = services.config.RANKING_MEMORY_MEGABYTES * 1_000_000
  if (mostBytes === 0) return undefined
  const { brands, tooLarge } = keptBrands(services, mostBytes)
  const { answers, pages, erasures } = state
  const key = [answers.brandId, answers.version, pages.version, erasures].join(' ')
  if (tooLarge.has(key)) return undefined
  const brand = brands.get(key) ?? newBrand(mostBytes)
  let answer: T | undefined
  // Where a turn fails, those that wait for it fail with it, and the next request begins anew.
  const turn = brand.turn.then(async () => {
    await advance(services, brand, state)
    if (brand.seq === answers.seq && brand.pagesSeq === pages.seq) answer = ask(brand.cited)
  })
  brand.turn = turn
  brands.set(key, brand)
  try {
    await turn
    if (brands.peek(key) === brand) {
      // Taken out before it is put in again: only then is its size taken anew.
      brands.delete(key)
      brands.set(key, brand)
    }
    return answer
  } catch (error) {
    if (brands.peek(key) === brand) brands.delete(key)
    if (!(error instanceof RangeError)) throw error
    tooLarge.set(key, true)
    return undefined
  }
}

const newBrand = (mostBytes: number): KeptBrand => ({
  cited: createCitedPages(mostBytes),
  seq: 0,
  pagesSeq: 0,
  turn: Promise.resolve(),
})

async function advance(services: Services, brand: KeptBrand, { answers, pages }: BrandState): Promise<void> {
  const { cited } = brand
  await Promise.all([
    answers.seq > brand.seq && loadAnswers(services, cited, answers, brand.seq),
    pages.seq > brand.pagesSeq && loadPages(services, cited, pages, brand.pagesSeq),
  ])
  brand.seq = Math.max(brand.seq, answers.seq)
  brand.pagesSeq = Math.max(brand.pagesSeq, pages.seq)
}
