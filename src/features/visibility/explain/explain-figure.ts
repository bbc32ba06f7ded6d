import { z } from 'zod'
import type { BrandContext } from '../../../kernel/context.ts'
import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import { inList } from '../../../stores/postgres-rows.ts'
import { knownEngines } from '../../engines/index.ts'
import { ratioNames } from '../entity-sums.ts'
import { type Period, periodSchema } from '../period.ts'
import { entityId, executions, figure } from '../shapes.ts'
import { shownFigure } from '../shares.ts'
import { plainFilterFields } from '../view/answers-of-view.ts'
import { chosenEntities, entityIdFilter } from '../view/chosen-entity.ts'
import { countByPrompt, excludedShape, readExcluded } from '../view/excluded.ts'
import type { FilterInput } from '../view/filters.ts'
import { countAllPlanned, plannedShape, serializePlanned } from '../view/planned-answers.ts'
import { classesOf, readPrompts } from '../view/prompt-classes.ts'
import { computedRows, openViewWith, pageOf } from '../view/view.ts'
import {
  definitionNames,
  type ExplainedFigure,
  explainedFigures,
  explainFigures,
  type PartOfFigure,
  type promptKinds,
} from './explained-figures.ts'

const tagWords = {
  any: 'prompts with any of the tags',
  all: 'prompts with all of the tags',
  exclude_any: 'prompts with none of the tags',
  exclude_all: 'prompts that lack at least one of the tags',
}

/** Describes the selected answers in words: the period, then each filter. */
export async function filterWords(
  { services, brand }: BrandContext,
  { engine, country, topic_id, tag_id, tag_match_mode = 'any' }: FilterInput,
  { start_date, end_date }: Period,
): Promise<string[]> {
  const nameOf = new Map(knownEngines(services.config).map(({ slug, name }) => [slug, name]))
  const namesOf = async (table: 'topics' | 'tags', ids: readonly string[]) => {
    const own = services.db.selectFrom(table).select('name').where('brand_id', '=', brand.id)
    const rows = await own
      .where(inList('id', [...ids], 'uuid'))
      .orderBy('name')
      .execute()
    return rows.map(({ name }) => name).join(', ')
  }
  const words = [`answers from ${start_date} to ${end_date} (UTC)`]
  if (engine !== undefined)
    words.push(`engines: ${[...new Set(engine)].map((slug) => nameOf.get(slug) ?? slug).join(', ')}`)
  if (country !== undefined) words.push(`markets: ${[...new Set(country)].join(', ')}`)
  if (topic_id !== undefined) words.push(`topics, including subtopics: ${await namesOf('topics', topic_id)}`)
  if (tag_id !== undefined) words.push(`${tagWords[tag_match_mode]}: ${await namesOf('tags', tag_id)}`)
  return words
}

const sum = z
  .number()
  .nullable()
  .describe('Counts what meta describes. Null while Sightline reads the entity’s history.')
const fraction = { numerator: sum, denominator: sum }

const kindMeanings = {
  branded: 'Prompts whose text mentions the entity.',
  unbranded: 'All other prompts.',
  deleted: 'Deleted prompts, whose text is unknown.',
}

const definitionMeanings = {
  answers: 'Each answer that mentions the entity counts once.',
  mentions: 'Each mention counts: an answer with three mentions counts three times.',
  first_three: 'Only answers that mention the entity among the first three entities.',
  cited:
    'Only answers that cite a page of the entity’s domain; for the two shares, with or without a mention. Null if the entity has no domain.',
}

const kindShape = (kind: (typeof promptKinds)[number]) =>
  z
    .object({
      prompts: z.int().describe('Prompts with answers.'),
      answers: executions,
      ...fraction,
      value: figure,
    })
    .describe(kindMeanings[kind])

const definitionShape = (name: (typeof definitionNames)[number]) =>
  z.object({ ...fraction, value: figure }).describe(definitionMeanings[name])

export const explainFigure = defineOperation({
  name: 'explain-figure',
  summary: 'Explain a figure by entity: numerator, denominator, filters and excluded data',
  description:
    'Lists the brand and its competitors, most visible first. Each row has the figure as rankings show it, its numerator and ' +
    'denominator, the same by type of prompt, and the figure as other tools define it. Different definitions are why two ' +
    'tools show different numbers.',
  ...brandRead('read:visibility', '/visibility/explain', ['answers', 'readings']),
  fields: {
    figure: z.enum(ratioNames).describe('The figure to explain.'),
    entity_id: entityIdFilter,
    ...plainFilterFields,
  },
  list: computedRows,
  data: z.array(
    z.object({
      id: entityId,
      name: z.string(),
      is_our_brand: z.boolean(),
      value: figure.describe('The figure as rankings show it: meta.factor × numerator / denominator.'),
      ...fraction,
      summary: z.string().nullable().describe('The figure in words. Null without a value.'),
      by_prompts: z
        .object({
          branded: kindShape('branded'),
          unbranded: kindShape('unbranded'),
          deleted: kindShape('deleted'),
        })
        .describe('The figure by type of prompt. Numerators and denominators sum to those of the row.'),
      by_definition: z
        .object({
          answers: definitionShape('answers'),
          mentions: definitionShape('mentions'),
          first_three: definitionShape('first_three'),
          cited: definitionShape('cited'),
        })
        .describe('The figure by definition. meta.defined_by names the one that Sightline uses.'),
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    figure: z.enum(ratioNames),
    period: periodSchema,
    factor: z.int().describe('100 for shares, else 1.'),
    numerator: z.string().describe('What numerators count.'),
    denominator: z.string().describe('What denominators count.'),
    defined_by: z.enum(definitionNames).describe('The definition that Sightline uses.'),
    filters: z.array(z.string()).describe('The period and each filter, in words.'),
    ...excludedShape,
    coverage: z.object(plannedShape),
  }),
  facts: countAllPlanned,
  async run({ ctx, input, page, facts }) {
    const { view, more: prompts } = await openViewWith(ctx, input, page.after, (lastPrompt) =>
      readPrompts(ctx, input, lastPrompt),
    )
    const chosen = new Set(chosenEntities(view.entities, input.entity_id))
    const byPrompt = countByPrompt(ctx, input, view)
    const [{ ranked, explain }, leftOut, filters] = await Promise.all([
      explainFigures(ctx, view, input.figure, classesOf(prompts), byPrompt),
      readExcluded(ctx, view, prompts, byPrompt, facts.missing),
      filterWords(ctx, input, view.period),
    ])
    const wanted = ranked.filter((entity) => chosen.has(entity))
    const { rows: shown, next } = pageOf(view, wanted, page.limit)
    const { factor, numerator, denominator, definedBy } = explainedFigures[input.figure]
    return {
      data: shown.map((entity) => serializeExplained(input.figure, explain(entity))),
      meta: {
        brand_id: ctx.brand.id,
        figure: input.figure,
        period: view.period,
        factor,
        numerator,
        denominator,
        defined_by: definedBy,
        filters,
        ...leftOut,
        coverage: serializePlanned(facts),
      },
      next,
    }
  },
})

type FigureName = (typeof ratioNames)[number]

function serializeExplained(name: FigureName, row: ExplainedFigure) {
  const { entity, whole, kinds, definitions } = row
  const part = (of: PartOfFigure) => serializePart(name, of)
  const kind = ({ prompts, answers, ...of }: ExplainedFigure['kinds']['branded']) => ({
    prompts,
    answers,
    ...part(of),
  })
  const { value, numerator, denominator } = part(whole)
  return {
    id: entity.id,
    name: entity.name,
    is_our_brand: entity.isOurBrand,
    value,
    numerator,
    denominator,
    summary: value === null ? null : explainedFigures[name].summary(entity.name, numerator ?? 0, denominator ?? 0),
    by_prompts: {
      branded: kind(kinds.branded),
      unbranded: kind(kinds.unbranded),
      deleted: kind(kinds.deleted),
    },
    by_definition: {
      answers: part(definitions.answers),
      mentions: part(definitions.mentions),
      first_three: part(definitions.first_three),
      cited: part(definitions.cited),
    },
  }
}

/** Converts sentiments from hundredths of points to points. */
function serializePart(name: FigureName, { fraction: of, value }: PartOfFigure) {
  if (of === null) return { numerator: null, denominator: null, value: null }
  const { numerator, denominator } = of
  return {
    numerator: name === 'sentiment_score' ? numerator / 100 : numerator,
    denominator,
    value: shownFigure(name, value),
  }
}
