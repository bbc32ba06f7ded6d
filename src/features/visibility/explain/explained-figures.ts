import type { BrandContext } from '../../../kernel/context.ts'
import { type Counts, noAnswers, sumOf } from '../count-answers.ts'
import type { RatioName } from '../entity-sums.ts'
import { type Entity, type Fraction, figureOf, fractionsOf, type Metric, mentionsOf, rankEntities } from '../metrics.ts'
import type { AnswersOfPrompt } from '../view/excluded.ts'
import type { PromptClass } from '../view/prompt-classes.ts'
import { placeOfTopic } from '../view/topic-tree.ts'
import { countGroups, type View } from '../view/view.ts'
import { countDefinitions, type DefinitionCounts } from './count-definitions.ts'

export const promptKinds = ['branded', 'unbranded', 'deleted'] as const
export const definitionNames = ['answers', 'mentions', 'first_three', 'cited'] as const
type Definition = (typeof definitionNames)[number]

/** A figure over some answers. Null while Sightline reads the history, or if not applicable. */
export interface PartOfFigure {
  fraction: Fraction | null
  value: number | null
}

interface KindOfPrompts extends PartOfFigure {
  prompts: number
  answers: number
}

/** The parts of an entity's figure, unrounded. */
export interface ExplainedFigure {
  entity: Entity
  whole: PartOfFigure
  kinds: Record<(typeof promptKinds)[number], KindOfPrompts>
  definitions: Record<Definition, PartOfFigure>
}

interface FigureWords {
  metric: Exclude<Metric, 'recommended'>
  factor: number
  numerator: string
  denominator: string
  definedBy: Definition
  summary(name: string, numerator: number, denominator: number): string
}

/** The numerator and denominator of each figure, in words. */
export const explainedFigures: Record<RatioName, FigureWords> = {
  visibility_pct: {
    metric: 'visibility',
    factor: 100,
    numerator: 'answers that mention the entity',
    denominator: 'all answers that match the filters',
    definedBy: 'answers',
    summary: (name, some, all) => `${some} of ${all} answers mention ${name}.`,
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
    numerator: 'sum of the sentiment, 0 to 100, of answers that judge the entity',
    denominator: 'answers that judge the entity',
    definedBy: 'answers',
    summary: (name, points, answers) =>
      `The sentiment scores of ${name} sum to ${points} over the ${answers} answers that judge it.`,
  },
  avg_rank: {
    metric: 'averageRank',
    factor: 1,
    numerator: 'sum of the entity’s positions by first mention, over the answers that mention it',
    denominator: 'answers that mention the entity',
    definedBy: 'answers',
    summary: (name, places, answers) =>
      `The positions of ${name} sum to ${places} over the ${answers} answers that mention it.`,
  },
}

const notKnown: PartOfFigure = { fraction: null, value: null }

/**
 * Counts the parts of a figure.
 * @returns the entities, most visible first, and a function that explains one. It sums all groups of prompts,
 * so call it only for entities to show.
 * @param classes existing prompts by the entities that their texts mention
 * @param byPrompt the number of answers per prompt
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

/** Counts prompts with answers by class index, from 1; 0 for deleted prompts. */
function countInClasses(answered: readonly AnswersOfPrompt[], classes: readonly PromptClass[]): Map<number, number> {
  const placeOf = new Map(classes.flatMap(({ prompts }, index) => prompts.map((number) => [number, index + 1])))
  const counts = new Map<number, number>()
  for (const { prompt, kept } of answered) {
    const place = placeOf.get(prompt) ?? 0
    if (kept > 0) counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return counts
}

const partOfFraction = (metric: Metric, fraction: Fraction): PartOfFigure => ({
  fraction,
  value: figureOf(metric, fraction),
})

const kindOfClass = (promptClass: PromptClass | undefined, { number }: Entity) =>
  promptClass === undefined ? 'deleted' : promptClass.names.includes(number) ? 'branded' : 'unbranded'

function definitionsOf(
  metric: FigureWords['metric'],
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

/** Visibility is a share of all answers; share of voice, and mentions, one of the sum over entities. */
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

/** A mean over answers that mention or judge the entity, optionally weighted by mentions. */
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
  const weighed = { mentions: counts.byMentions, first_three: counts.firstThree, cited: counts.citing }[definition]
  return metric === 'sentiment'
    ? { numerator: weighed.sentiments, denominator: weighed.judged }
    : { numerator: weighed.places, denominator: weighed.weight }
}
