import type { BrandContext } from '../../kernel/context.ts'
import { type Counts, noAnswers, sumOf } from './count-answers.ts'
import { countDefinitions, type DefinitionCounts } from './count-definitions.ts'
import type { RatioName } from './entity-sums.ts'
import type { AnswersOfPrompt } from './excluded.ts'
import {
  type Entity,
  type Figures,
  type Fraction,
  figureOf,
  fractionsOf,
  mentionsOf,
  rankEntities,
} from './metrics.ts'
import type { PromptClass } from './prompt-classes.ts'
import { placeOfTopic } from './topic-tree.ts'
import { countGroups, type View } from './view.ts'

export const promptKinds = ['branded', 'unbranded', 'deleted'] as const
export const definitionNames = ['answers', 'mentions', 'first_three', 'cited'] as const
type Definition = (typeof definitionNames)[number]

/** A figure of some answers: null while the history is read for the entity, or where the definition does not apply. */
export interface PartOfFigure {
  fraction: Fraction | null
  value: number | null
}

interface KindOfPrompts extends PartOfFigure {
  prompts: number
  answers: number
}

/** A figure of an entity taken apart, unrounded. */
export interface ExplainedFigure {
  entity: Entity
  whole: PartOfFigure
  kinds: Record<(typeof promptKinds)[number], KindOfPrompts>
  definitions: Record<Definition, PartOfFigure>
}

interface FigureWords {
  metric: keyof Figures
  factor: number
  numerator: string
  denominator: string
  definedBy: Definition
  summary(name: string, numerator: number, denominator: number): string
}

/** What each figure divides by what, and how that is said. */
export const explainedFigures: Record<RatioName, FigureWords> = {
  visibility_pct: {
    metric: 'visibility',
    factor: 100,
    numerator: 'answers that name the entity',
    denominator: 'all answers that the filters leave',
    definedBy: 'answers',
    summary: (name, some, all) => `${some} of ${all} answers name ${name}.`,
  },
  market_share_pct: {
    metric: 'marketShare',
    factor: 100,
    numerator: 'mentions of the entity',
    denominator: 'mentions of the brand and all active competitors',
    definedBy: 'mentions',
    summary: (name, some, all) => `${some} of ${all} mentions are of ${name}.`,
  },
  sentiment_score: {
    metric: 'sentiment',
    factor: 1,
    numerator: 'sentiments of the answers that name the entity, summed, each from 0 to 100',
    denominator: 'answers that name the entity',
    definedBy: 'answers',
    summary: (name, points, answers) =>
      `The sentiments towards ${name} add up to ${points} over the ${answers} answers that name it.`,
  },
  avg_rank: {
    metric: 'averageRank',
    factor: 1,
    numerator: 'places of the entity by first mention, summed over the answers that name it',
    denominator: 'answers that name the entity',
    definedBy: 'answers',
    summary: (name, places, answers) =>
      `The places of ${name} add up to ${places} over the ${answers} answers that name it.`,
  },
}

const notKnown: PartOfFigure = { fraction: null, value: null }

/**
 * Counts what a figure is made of.
 * @returns the entities, most visible first, and what takes the figure apart for one: as much work as there are groups of prompts, so
 * that it is done for those alone that are shown
 * @param classes of the prompts that there are, by whom their texts name
 * @param byPrompt how many answers each prompt has
 */
export async function explainFigures(
  ctx: BrandContext,
  view: View,
  figure: RatioName,
  classes: readonly PromptClass[],
  byPrompt: Promise<readonly AnswersOfPrompt[]>,
): Promise<{ ranked: Entity[]; explain: (entity: Entity) => ExplainedFigure }> {
  const { metric } = explainedFigures[figure]
  const [groups, definitions, answered] = await Promise.all([
    countGroups(ctx, view, view.period, placeOfTopic(classes)),
    countDefinitions(ctx, view),
    byPrompt,
  ])
  const all = sumOf(groups.values())
  const promptsIn = countInClasses(answered, classes)
  const partOf = (entity: Entity, counts: Counts): PartOfFigure =>
    !entity.isRead
      ? notKnown
      : partOfFraction(metric, fractionsOf(entity, counts, mentionsOf(view.entities, counts))[metric])
  const explain = (entity: Entity): ExplainedFigure => {
    const kindOf = (place: number) => kindOfClass(classes[place - 1], entity)
    const kind = (name: (typeof promptKinds)[number]): KindOfPrompts => {
      const places = [...groups.keys()].map(Number).filter((place) => kindOf(place) === name)
      const counts = sumOf(places.map((place) => groups.get(String(place)) ?? noAnswers()))
      const prompts = places.reduce((sum, place) => sum + (promptsIn.get(place) ?? 0), 0)
      return { prompts, answers: counts.executions, ...partOf(entity, counts) }
    }
    return {
      entity,
      whole: partOf(entity, all),
      kinds: { branded: kind('branded'), unbranded: kind('unbranded'), deleted: kind('deleted') },
      definitions: definitionsOf(metric, entity, view.entities, all, definitions),
    }
  }
  return { ranked: rankEntities(view.entities, all).map(({ entity }) => entity), explain }
}

/** How many prompts with answers each class has, by its place from 1; 0 are deleted ones. */
function countInClasses(
  answered: readonly AnswersOfPrompt[],
  classes: readonly PromptClass[],
): Map<number, number> {
  const placeOf = new Map(
    classes.flatMap(({ prompts }, index) => prompts.map((number) => [number, index + 1])),
  )
  const counts = new Map<number, number>()
  for (const { prompt, kept } of answered) {
    const place = placeOf.get(prompt) ?? 0
    if (kept > 0) counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return counts
}

const partOfFraction = (metric: keyof Figures, fraction: Fraction): PartOfFigure => ({
  fraction,
  value: figureOf(metric, fraction),
})

/** @param promptClass undefined for prompts that were deleted */
const kindOfClass = (promptClass: PromptClass | undefined, { number }: Entity) =>
  promptClass === undefined ? 'deleted' : promptClass.names.includes(number) ? 'branded' : 'unbranded'

function definitionsOf(
  metric: keyof Figures,
  entity: Entity,
  entities: readonly Entity[],
  all: Counts,
  counted: DefinitionCounts,
): ExplainedFigure['definitions'] {
  const part = (definition: Definition): PartOfFigure => {
    const fraction =
      metric === 'visibility' || metric === 'marketShare'
        ? shareBy(definition, metric, entity, entities, all, counted)
        : meanBy(definition, metric, entity, all, counted)
    return !entity.isRead || fraction === null ? notKnown : partOfFraction(metric, fraction)
  }
  return {
    answers: part('answers'),
    mentions: part('mentions'),
    first_three: part('first_three'),
    cited: part('cited'),
  }
}

/** Visibility is a share of all answers, market share one of what all entities have together. Mentions are always that. */
function shareBy(
  definition: Definition,
  metric: 'visibility' | 'marketShare',
  entity: Entity,
  entities: readonly Entity[],
  all: Counts,
  { entities: counted, cited }: DefinitionCounts,
): Fraction | null {
  const of = ({ number }: Entity): number | undefined =>
    definition === 'cited'
      ? cited.get(number)
      : definition === 'first_three'
        ? (counted.get(number)?.firstThree.weight ?? 0)
        : (all.entities.get(number)?.[definition] ?? 0)
  const numerator = of(entity)
  if (numerator === undefined) return null
  const together = () => entities.reduce((sum, one) => sum + (of(one) ?? 0), 0)
  const isOfAnswers = metric === 'visibility' && definition !== 'mentions'
  return { numerator, denominator: isOfAnswers ? all.executions : together() }
}

/** A mean over the answers that name the entity, or some of them, each weighed by its mentions or not. */
function meanBy(
  definition: Definition,
  metric: 'sentiment' | 'averageRank',
  entity: Entity,
  all: Counts,
  { entities, cited }: DefinitionCounts,
): Fraction | null {
  if (definition === 'cited' && !cited.has(entity.number)) return null
  if (definition === 'answers') return fractionsOf(entity, all, 0)[metric]
  const counts = entities.get(entity.number)
  if (counts === undefined) return { numerator: 0, denominator: 0 }
  const weighed = { mentions: counts.byMentions, first_three: counts.firstThree, cited: counts.citing }[
    definition
  ]
  return {
    numerator: metric === 'sentiment' ? weighed.sentiments : weighed.places,
    denominator: weighed.weight,
  }
}
