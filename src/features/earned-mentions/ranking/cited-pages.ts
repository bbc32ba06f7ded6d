import { brandEntity } from '../../answers/index.ts'
import { scoreOf } from '../score.ts'
import { createPageNumbers } from './page-numbers.ts'
import { growing } from './typed-arrays.ts'

/** Answers that cite pages, column by column. */
export interface CitingAnswers {
  /** Milliseconds since 1970. */
  times: readonly number[]
  engines: readonly string[]
  prompts: readonly number[]
  /** How many pages each cites, and the numbers of all of them in two halves. */
  lengths: readonly number[]
  highs: readonly number[]
  lows: readonly number[]
}

/** What scans found on pages, column by column. */
export interface ScannedPages {
  highs: readonly number[]
  lows: readonly number[]
  domains: readonly string[]
  /** Whom a page names and whose sites it shows, as JSON of two lists of entities; empty where it is not read. */
  named: readonly string[]
}

/** Which answers are meant. */
export interface CitingQuestion {
  /** Milliseconds: from the first to before the second; null where all time is meant. */
  days: [number, number] | null
  /** Numbers of prompts; undefined where all are meant. */
  prompts: readonly number[] | undefined
}

/** Which pages are meant as well. */
export interface EarnedQuestion extends CitingQuestion {
  /** The day that scores are of, in days since 1970. */
  asOfDay: number
  /** Active competitors, and those of them that count with a signal of their domain only. */
  rivals: readonly number[]
  strictRivals: readonly number[]
  /** Domains whose pages are not meant. */
  owned: readonly string[]
  leastRivals: number
  /** Whether pages of this score are meant. */
  isWanted: (score: number) => boolean
}

export interface Ranked {
  pageId: string
  named: number[]
  citations: number
  score: number
}

/** What is known of a brand's pages, in memory. */
export interface CitedPages {
  addAnswers(answers: CitingAnswers): void
  /** Pages that are known already are replaced. */
  setPages(pages: ScannedPages): void
  /** The most worthwhile pages, so many, and how many there are. */
  rank(question: EarnedQuestion, most: number): { pages: Ranked[]; total: number }
  /** How many answers to each prompt cite each of the pages, by the page's number. */
  promptsCiting(question: CitingQuestion, pageIds: readonly string[]): Map<string, Map<number, number>>
  bytes(): number
}

/** Engines are bits of a number. */
const mostEngines = 31
const dayMs = 86_400_000
/**
 * Of each page its citations, the answer that cited it last (from 1), and the bits of the engines that cite it, side by
 * side: they are asked for at random, and four small numbers are read as fast as one.
 */
const perPage = 4

interface NamedSet {
  namesBrand: boolean
  entities: number[]
  linked: number[]
}

/** @param mostBytes where adding takes more, or answers are of too many engines, a RangeError is thrown */
export function createCitedPages(mostBytes: number): CitedPages {
  const numbers = createPageNumbers()
  const times = growing(Float64Array)
  const engineOf = growing(Uint8Array)
  const promptOf = growing(Uint32Array)
  /** Where the pages of each answer end in `citedAt`. */
  const ends = growing(Uint32Array)
  const citedAt = growing(Uint32Array)
  const totals = growing(Int32Array)
  /** Counts of the answers of one question: used again for the next, as that much memory is slow to get. */
  let scratch = new Int32Array(0)
  const setOf = growing(Uint32Array)
  const domainOf = growing(Uint32Array)
  const engines = new Map<string, number>()
  const domains = new Map<string, number>([['', 0]])
  /** Different pages name the same entities: what they name is stored once. The first stands for pages that are not read. */
  const sets: NamedSet[] = [{ namesBrand: true, entities: [], linked: [] }]
  const setNumbers = new Map<string, number>([['', 0]])

  function place(high: number, low: number): number {
    const at = numbers.placeOf(high, low)
    if (at === setOf.length) {
      setOf.push(0)
      domainOf.push(0)
      for (let column = 0; column < perPage; column += 1) totals.push(0)
    }
    return at
  }

  function engineNumber(name: string): number {
    const number = engines.getOrInsertComputed(name, () => engines.size)
    if (number >= mostEngines) throw new RangeError(`more than ${mostEngines} engines`)
    return number
  }

  function setNumber(named: string): number {
    return setNumbers.getOrInsertComputed(named, () => {
      const [entities, linked] = JSON.parse(named) as [number[], number[]]
      return sets.push({ entities, linked, namesBrand: entities.includes(brandEntity) }) - 1
    })
  }

  /** Whether the prompt of each answer, or anything, is meant; and the same of its day. */
  function meantBy({ days, prompts }: CitingQuestion): (answer: number) => boolean {
    const wanted = prompts === undefined ? undefined : markOf(prompts)
    const [from, before] = days ?? [-Infinity, Infinity]
    const [time, prompt] = [times.items(), promptOf.items()]
    return (answer) => {
      const at = time[answer] as number
      return at >= from && at < before && (wanted === undefined || wanted[prompt[answer] as number] === 1)
    }
  }

  const firstOf = (answer: number) => (answer === 0 ? 0 : (ends.items()[answer - 1] as number))

  /** Counts what an answer cites. */
  function count(into: Int32Array, answer: number): void {
    const [time, cited] = [times.items(), citedAt.items()]
    const at = time[answer] as number
    const engine = 1 << (engineOf.items()[answer] as number)
    const end = ends.items()[answer] as number
    for (let index = firstOf(answer); index < end; index += 1) {
      const row = perPage * (cited[index] as number)
      const last = into[row + 1] as number
      into[row] = (into[row] as number) + 1
      if (last === 0 || at > (time[last - 1] as number)) into[row + 1] = answer + 1
      into[row + 2] = (into[row + 2] as number) | engine
    }
  }

  function countsOf(question: CitingQuestion): Int32Array {
    if (question.days === null && question.prompts === undefined) return totals.items()
    const needed = perPage * numbers.count()
    if (scratch.length < needed) scratch = new Int32Array(totals.items().length)
    else scratch.fill(0)
    const isMeant = meantBy(question)
    for (let answer = 0; answer < times.length; answer += 1) if (isMeant(answer)) count(scratch, answer)
    return scratch
  }

  /** Of each set, the entities in it that count, and none where the brand is among them. */
  function namedIn({ rivals, strictRivals }: EarnedQuestion): number[][] {
    const [active, strict] = [new Set(rivals), new Set(strictRivals)]
    return sets.map(({ namesBrand, entities, linked }) =>
      namesBrand
        ? []
        : entities.filter((entity) => active.has(entity) && (!strict.has(entity) || linked.includes(entity))),
    )
  }

  function bytes(): number {
    const columns = [times, engineOf, promptOf, ends, citedAt, totals, setOf, domainOf]
    const stored = columns.reduce(
      (sum, column) => sum + column.items().byteLength,
      numbers.bytes() + scratch.byteLength,
    )
    // About what a set and a domain take.
    return stored + 300 * sets.length + 150 * domains.size
  }

  function checkSize(): void {
    if (bytes() > mostBytes) throw new RangeError(`more than ${mostBytes} bytes`)
  }

  return {
    addAnswers(answers) {
      let index = 0
      for (const [answer, at] of answers.times.entries()) {
        const engine = engineNumber(answers.engines[answer] as string)
        const end = index + (answers.lengths[answer] as number)
        for (; index < end; index += 1)
          citedAt.push(place(answers.highs[index] as number, answers.lows[index] as number))
        times.push(at)
        engineOf.push(engine)
        promptOf.push(answers.prompts[answer] as number)
        ends.push(citedAt.length)
        count(totals.items(), times.length - 1)
      }
      checkSize()
    },
    setPages({ highs, lows, domains: names, named }) {
      for (const [index, text] of named.entries()) {
        const page = place(highs[index] as number, lows[index] as number)
        setOf.items()[page] = setNumber(text)
        const domain = names[index] as string
        domainOf.items()[page] = domains.getOrInsertComputed(domain, () => domains.size)
      }
      checkSize()
    },
    rank(question, most) {
      const counts = countsOf(question)
      const named = namedIn(question)
      const namedCount = Uint16Array.from(named, (entities) =>
        entities.length < question.leastRivals ? 0 : entities.length,
      )
      const owned = new Uint8Array(domains.size)
      for (const domain of question.owned) owned[domains.get(domain) ?? 0] = 1
      owned[0] = 0
      const wanted = Array.from({ length: 101 }, (_, score) => question.isWanted(score))
      const [set, domain, time] = [setOf.items(), domainOf.items(), times.items()]
      const best = createBest(most, counts, time, numbers.isBefore)
      // Pages that were cited later are better more often than not: with them first, others are passed over at once.
      for (let page = numbers.count() - 1; page >= 0; page -= 1) {
        const competitors = namedCount[set[page] as number] as number
        const citations = counts[perPage * page] as number
        if (competitors === 0 || citations === 0 || owned[domain[page] as number] === 1) continue
        const lastTime = time[(counts[perPage * page + 1] as number) - 1] as number
        const daysAgo = Math.max(0, question.asOfDay - Math.floor(lastTime / dayMs))
        const score = scoreOf({
          citations,
          daysAgo,
          engines: bitsOf(counts[perPage * page + 2] as number),
          competitors,
        })
        if (wanted[score] === true) best.add(page, score)
      }
      const pages = best.pages().map(({ page, score }) => ({
        pageId: numbers.numberAt(page).toString(),
        named: named[set[page] as number] as number[],
        citations: counts[perPage * page] as number,
        score,
      }))
      return { pages, total: best.seen() }
    },
    promptsCiting(question, pageIds) {
      const found = new Map<string, Map<number, number>>()
      const asked = new Map<number, Map<number, number>>()
      const isAsked = new Uint8Array(numbers.count())
      for (const id of pageIds) {
        const number = BigInt(id)
        const page = numbers.find(Number(number >> 32n), Number(number & 0xffff_ffffn))
        if (page === undefined) continue
        const counts = new Map<number, number>()
        found.set(id, counts)
        asked.set(page, counts)
        isAsked[page] = 1
      }
      const [prompts, cited] = [promptOf.items(), citedAt.items()]
      const isMeant = meantBy(question)
      for (let answer = 0; answer < times.length; answer += 1) {
        if (!isMeant(answer)) continue
        const end = ends.items()[answer] as number
        for (let index = firstOf(answer); index < end; index += 1) {
          const page = cited[index] as number
          if (isAsked[page] !== 1) continue
          const counts = asked.get(page) as Map<number, number>
          const prompt = prompts[answer] as number
          counts.set(prompt, (counts.get(prompt) ?? 0) + 1)
        }
      }
      return found
    },
    bytes,
  }
}

/** One at the place of each number. */
function markOf(numbers: readonly number[]): Uint8Array {
  const marks = new Uint8Array(Math.max(0, ...numbers.slice(-1)) + 1)
  for (const number of numbers) marks[number] = 1
  return marks
}

function bitsOf(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

interface Candidate {
  page: number
  score: number
}

/** Collects the best pages of many, in order: by score, citations, last citing time, and number. */
function createBest(
  most: number,
  counts: Int32Array,
  times: Float64Array,
  isBefore: (a: number, b: number) => boolean,
) {
  let kept: Candidate[] = []
  let seen = 0
  /** The last of the best so far, once there are enough. */
  let last: Candidate | undefined
  let lastCitations = 0
  const timeOf = (row: number) => times[(counts[row + 1] as number) - 1] as number
  function compare(a: Candidate, b: Candidate): number {
    const [rowA, rowB] = [perPage * a.page, perPage * b.page]
    return (
      b.score - a.score ||
      (counts[rowB] as number) - (counts[rowA] as number) ||
      timeOf(rowB) - timeOf(rowA) ||
      (isBefore(a.page, b.page) ? -1 : 1)
    )
  }
  function cut(): void {
    kept = kept.sort(compare).slice(0, most)
    last = kept[most - 1]
    lastCitations = last === undefined ? 0 : (counts[perPage * last.page] as number)
  }
  return {
    add(page: number, score: number): void {
      seen += 1
      if (last !== undefined) {
        if (score < last.score) return
        if (score === last.score && (counts[perPage * page] as number) < lastCitations) return
        if (compare({ page, score }, last) > 0) return
      }
      kept.push({ page, score })
      if (kept.length >= 4 * most) cut()
    },
    pages(): Candidate[] {
      cut()
      return kept
    },
    seen: () => seen,
  }
}
