import type { ReferenceAnswer, ReferenceBrand, ReferenceRequest } from './reference-brand.ts'
import { fraction, twoDecimals } from './reference-fraction.ts'
import { isWithin, matches, periodOf } from './reference-ranking.ts'

// Explanations of metrics, computed independently answer by answer.

type Figure = 'visibility_pct' | 'market_share_pct' | 'sentiment_score' | 'avg_rank'

/** Facts that the reference brand lacks. */
export interface KnownOfEntities {
  /** Texts of prompts that name an entity, by entity id. */
  branded: ReadonlyMap<string, readonly string[]>
  /** The domain of an entity's pages; undefined if it has none. */
  domainOf(entityId: string): string | undefined
}

/** A numerator and a denominator; sentiments in hundredths of points. */
interface Parts {
  top: number
  bottom: number
}

/** One row of an explanation. */
export function referenceExplained(
  brand: ReferenceBrand,
  answers: readonly ReferenceAnswer[],
  figure: Figure,
  entityId: string,
  known: KnownOfEntities,
) {
  const kindOf = ({ prompt, asked }: ReferenceAnswer) =>
    prompt === undefined ? 'deleted' : known.branded.get(entityId)?.includes(asked) ? 'branded' : 'unbranded'
  const ofKind = (kind: string) => {
    const some = answers.filter((answer) => kindOf(answer) === kind)
    const prompts = new Set(some.map(({ asked }) => asked)).size
    return { prompts, answers: some.length, ...shown(figure, partsOf(brand, some, figure, entityId)) }
  }
  const by = (weigh: Weigh) => shown(figure, partsBy(brand, answers, figure, entityId, weigh))
  const domain = known.domainOf(entityId)
  const cites = (answer: ReferenceAnswer, id: string) => {
    const own = known.domainOf(id)
    return own !== undefined && answer.pages.some((page) => page.startsWith(own))
  }
  const nothing = { numerator: null, denominator: null, value: null }
  return {
    ...shown(figure, partsOf(brand, answers, figure, entityId)),
    by_prompts: { branded: ofKind('branded'), unbranded: ofKind('unbranded'), deleted: ofKind('deleted') },
    by_definition: {
      answers: by((answer, id) => Number(answer.mentions.some((mention) => mention.entityId === id))),
      mentions: by((answer, id) => answer.mentions.find((mention) => mention.entityId === id)?.count ?? 0),
      first_three: by((answer, id) => Number(placeIn(brand, answer, id) <= 3)),
      cited:
        domain === undefined
          ? nothing
          : shown(
              figure,
              partsBy(brand, answers, figure, entityId, (answer, id) => Number(cites(answer, id))),
            ),
    },
  }
}

/** The weight of an answer for an entity. */
type Weigh = (answer: ReferenceAnswer, entityId: string) => number

const total = <T>(items: readonly T[], value: (item: T) => number) => items.reduce((sum, item) => sum + value(item), 0)

/** The position of an entity among the tracked ones; after all of them if it is not named. */
function placeIn(brand: ReferenceBrand, { mentions }: ReferenceAnswer, entityId: string): number {
  const followed = brand.entities.flatMap(({ id }) => mentions.find((mention) => mention.entityId === id) ?? [])
  const place = followed.sort((a, b) => a.first - b.first).findIndex((mention) => mention.entityId === entityId)
  return place < 0 ? Number.POSITIVE_INFINITY : place + 1
}

/** The metric according to its definition. */
function partsOf(brand: ReferenceBrand, answers: readonly ReferenceAnswer[], figure: Figure, id: string): Parts {
  const count: Weigh = (answer, entityId) =>
    answer.mentions.find((mention) => mention.entityId === entityId)?.count ?? 0
  const names: Weigh = (answer, entityId) => Math.min(1, count(answer, entityId))
  return partsBy(brand, answers, figure, id, figure === 'market_share_pct' ? count : names)
}

function partsBy(
  brand: ReferenceBrand,
  answers: readonly ReferenceAnswer[],
  figure: Figure,
  id: string,
  weigh: Weigh,
): Parts {
  if (figure === 'visibility_pct' || figure === 'market_share_pct') {
    const top = total(answers, (answer) => weigh(answer, id))
    // Mentions have no share of answers: an answer may contain many.
    const isOfAnswers = figure === 'visibility_pct' && answers.every((answer) => weigh(answer, id) <= 1)
    const all = total(brand.entities, (entity) => total(answers, (answer) => weigh(answer, entity.id)))
    return { top, bottom: isOfAnswers && !countsMentions(weigh) ? answers.length : all }
  }
  const valued = answers.flatMap((answer) => {
    const own = answer.mentions.find((mention) => mention.entityId === id)
    const value = figure === 'avg_rank' ? placeIn(brand, answer, id) : (own?.sentiment ?? null)
    return own === undefined || value === null ? [] : [{ weight: weigh(answer, id), value }]
  })
  return {
    top: total(valued, ({ weight, value }) => weight * value),
    bottom: total(valued, ({ weight }) => weight),
  }
}

/** Whether a weight counts mentions, tested with an answer of seven. */
function countsMentions(weigh: Weigh): boolean {
  const mention = { entityId: 'x', count: 7, first: 0, sentiment: 0, stance: 'listed' }
  const answer = { day: '', engine: '', country: '', prompt: undefined, asked: '', pages: [] }
  return weigh({ ...answer, mentions: [mention] }, 'x') === 7
}

function shown(figure: Figure, { top, bottom }: Parts) {
  const isShare = figure === 'visibility_pct' || figure === 'market_share_pct'
  const isSentiment = figure === 'sentiment_score'
  return {
    numerator: isSentiment ? top / 100 : top,
    denominator: bottom,
    value: twoDecimals(isShare ? fraction(100 * top, bottom) : fraction(top, isSentiment ? 100 * bottom : bottom)),
  }
}

/** Counted and excluded answers, for the reasons that a reference brand knows. */
export function referenceLeftOut(brand: ReferenceBrand, request: ReferenceRequest, today: string) {
  const period = periodOf(request, today)
  const within = brand.answers.filter(({ day }) => isWithin(day, period))
  const { engine, country } = request
  const isKept = (answer: ReferenceAnswer) => matches(brand, answer, request)
  const isDropped = (answer: ReferenceAnswer) => !isKept(answer)
  const isOfDeleted = ({ prompt }: ReferenceAnswer) => prompt === undefined
  const noPrompt = (answer: ReferenceAnswer) =>
    isOfDeleted(answer) && isDropped(answer) && matches(brand, answer, { engine, country })
  const keptPrompts = new Set(within.filter(isKept).map(({ asked }) => asked))
  const parts = (some: readonly ReferenceAnswer[]) => ({
    prompts: new Set(some.map(({ asked }) => asked)).size,
    answers: some.length,
  })
  const out = (some: readonly ReferenceAnswer[]) => ({
    prompts: new Set(some.map(({ asked }) => asked).filter((asked) => !keptPrompts.has(asked))).size,
    answers: some.length,
  })
  const kept = within.filter(isKept)
  const { topic_id, tag_id, tag_match_mode } = request
  const fits = new Set(
    [...brand.answers, ...brand.unanswered]
      .filter((question) => matches(brand, question, { topic_id, tag_id, tag_match_mode }))
      .flatMap(({ prompt }) => prompt?.text ?? []),
  )
  const unanswered = (outcome: string) => {
    const some = brand.unanswered.filter(
      (question) => question.outcome === outcome && isWithin(question.day, period) && matches(brand, question, request),
    )
    return some.length
  }
  return {
    counted: { ...parts(kept), deleted: parts(kept.filter(isOfDeleted)) },
    left_out: {
      other_filters: out(within.filter((answer) => isDropped(answer) && !noPrompt(answer))),
      deleted: out(within.filter(noPrompt)),
      without_answers: { prompts: [...fits].filter((text) => !keptPrompts.has(text)).length },
      none_shown: { answers: unanswered('none_shown') },
      failed: { answers: unanswered('failed') },
      unreadable: { answers: unanswered('unreadable') },
    },
  }
}
