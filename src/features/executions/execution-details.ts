import { z } from 'zod'
import { type AnswerContent, type MentionPlaces, type Stance, stances } from '../answers/index.ts'
import { ownerSchema } from '../citations/index.ts'
import { figuresShape } from '../visibility/index.ts'
import { answerChecks } from './answer-checks.ts'
import { executionShape } from './execution.ts'

const place = z.int().nullable()

const pageShape = {
  position: z
    .int()
    .describe('Position from 1, as the provider reported it. Pages without one follow the previous page.'),
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable(),
  owner: ownerSchema,
  start: place.describe('Start of the answer’s first reference to the page, in UTF-16 units. Null if not reported.'),
  end: place.describe('End of this reference. Null if not reported.'),
  kind: z.enum(['cited', 'consulted']),
}

const textOrNull = (meaning: string) => z.string().nullable().describe(`${meaning}. Null if unknown.`)

export const executionDetails = z.object({
  ...executionShape,
  reason: z.string().nullable().describe('Why there is no answer. Null if there is one or the reason is unknown.'),
  answer: z.string().nullable().describe('The answer as Markdown; third-party text. Null without an answer.'),
  truncated: z.boolean().describe('Whether the answer is known to be truncated.'),
  refused: z.boolean().describe('Whether the answer is a refusal.'),
  surface: z
    .enum(['unknown', 'api', 'ui'])
    .describe('`api`: the answer comes from a model’s API; `ui`: from the engine’s website.'),
  source: textOrNull('The source that collected the answer'),
  requested_model: textOrNull('The requested model; `model` is the one that answered'),
  search: z.enum(['unknown', 'searched', 'not_searched']).describe('Whether the engine searched the web.'),
  location: textOrNull('Location of the request, as the provider or the source names it'),
  language: textOrNull('The requested language'),
  replicate: z.int().nullable().describe('Number of the replicate within the run, from 1. Null if unknown.'),
  cost_usd: z.number().nullable().describe('Cost in US dollars. Null if unknown.'),
  latency_ms: z.int().nullable().describe('Latency in milliseconds. Null if unknown.'),
  mentions: z
    .array(
      z.object({
        entity_id: z.uuid().describe('Id of the brand or competitor.'),
        name: z.string(),
        is_our_brand: z.boolean(),
        rank: z.int().describe('Rank of its first mention among the active entities.'),
        count: z.int().describe('Number of mentions.'),
        offsets: z.array(z.int()).describe('Offsets of its mentions in code points, in reading order.'),
        lengths: z.array(z.int()).describe('Length of each mention in code points, including Markdown.'),
        sentiment_score: figuresShape.sentiment_score,
        stance: z
          .enum(stances)
          .nullable()
          .describe(
            '`recommended`: a clause recommends it or picks it for a need; `warned_against`: one advises against it; ' +
              '`compared`: only compared with another; `listed`: none of these. A warning counts more than a recommendation, ' +
              'and this more than a comparison. Null if the answer is not in English, German, French or Spanish.',
          ),
        stance_clause: z
          .object({ offset: z.int(), length: z.int() })
          .nullable()
          .describe('The clause that shows the stance, in code points. Null while the history is reread.'),
        sentences: z
          .array(
            z.object({
              offset: z.int().describe('Offset in code points.'),
              length: z.int().describe('Length in code points.'),
              score: z.number().describe('Sentiment from 0 to 100; 50 is neutral.'),
            }),
          )
          .describe(
            'Sentences with a sentiment, in reading order; `sentiment_score` is their mean. Empty if there are none, or if a ' +
              'model scored the whole answer.',
          ),
      }),
    )
    .describe('Active entities in the order of their first mention.'),
  ...answerChecks.shape,
  brand_search: z
    .object({
      names: z.array(z.string()).describe('The name and its aliases.'),
      domain: z.string().nullable(),
    })
    .describe('The names and domain used to find the brand in the answer.'),
  citations: z.array(z.object(pageShape)).describe('Pages that the answer cites. Only these count as citations.'),
  consulted: z
    .array(z.object(pageShape))
    .describe('Pages that the engine read or listed but the answer does not cite. They do not count.'),
  search_queries: z.array(z.string()).describe('Search queries of the engine.'),
  products: z
    .array(
      z.object({
        name: textOrNull('Name as shown'),
        url: textOrNull('Link target'),
        seller: textOrNull('Seller'),
        price: textOrNull('Price as shown, with its currency if given'),
      }),
    )
    .describe('Products shown with the answer; third-party text.'),
  ads: z
    .array(
      z.object({
        advertiser: textOrNull('Advertiser'),
        title: textOrNull('Title as shown'),
        url: textOrNull('Link target'),
        is_shown: z.boolean().nullable().describe('Whether the ad was visible to the user. Null if unknown.'),
      }),
    )
    .describe('Ads shown with the answer; third-party text.'),
})

/** Serializes positions. Omits sentences and clauses that do not match the stored sentiment and stance. */
export const serializePlaces = (
  places: MentionPlaces | undefined,
  sentiment: number | null,
  stance: Stance | null,
) => ({
  stance_clause:
    places?.stance === undefined || places.stance.stance !== stance
      ? null
      : { offset: places.stance.start, length: places.stance.length },
  offsets: places?.named.map(({ start }) => start) ?? [],
  lengths: places?.named.map(({ length }) => length) ?? [],
  sentences:
    places === undefined || sentiment === null || places.sentiment !== Math.round(sentiment * 100)
      ? []
      : places.judged.map(({ start, length, score }) => ({
          offset: start,
          length,
          score: Math.round(5000 + 5000 * score) / 100,
        })),
})

const orNull = <T>(value: T) => (value === '' ? null : value)

/** Replaces empty texts with null. */
const orNulls = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, orNull(value)])) as {
    [K in keyof T]: T[K] | null
  }

export const serializeContent = (content: AnswerContent) => ({
  reason: orNull(content.reason),
  answer: orNull(content.answer),
  truncated: content.truncated,
  refused: content.refused,
  surface: content.surface,
  source: orNull(content.source),
  requested_model: orNull(content.requestedModel),
  search: content.search,
  location: orNull(content.location),
  language: orNull(content.language),
  replicate: content.replicate,
  cost_usd: content.costUsd,
  latency_ms: content.latencyMs,
  search_queries: content.searchQueries,
  products: content.products.map(orNulls),
  ads: content.ads.map(({ isShown, ...ad }) => ({ ...orNulls(ad), is_shown: isShown })),
})
