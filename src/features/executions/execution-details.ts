import { z } from 'zod'
import type { AnswerContent, MentionPlaces } from '../answers/index.ts'
import { ownerSchema } from '../citations/index.ts'
import { figuresShape } from '../visibility/index.ts'
import { executionShape } from './execution.ts'

const place = z.int().nullable()

const pageShape = {
  position: z.int().describe('From 1, as the source gave it; pages without one follow the page before'),
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable(),
  owner: ownerSchema,
  start: place.describe(
    'Where the answer first refers to it: UTF-16 units of the answer; null where not given',
  ),
  end: place.describe('Where that place ends'),
  kind: z.enum(['cited', 'consulted']),
}

/** A text that nobody tells is null. */
const told = (meaning: string) => z.string().nullable().describe(`${meaning}; null where nobody tells`)

/** One answer with all that is known of it. */
export const executionDetails = z.object({
  ...executionShape,
  reason: z.string().nullable().describe('Why there is no answer; null where there is one, or nobody tells'),
  answer: z
    .string()
    .nullable()
    .describe('Markdown, as it came: text of a third party; null where there is no answer'),
  truncated: z.boolean().describe('Whether the answer is known to break off'),
  refused: z.boolean().describe('Whether the answer is a refusal'),
  surface: z
    .enum(['unknown', 'api', 'ui'])
    .describe('Whether a model’s API was asked, or the page was read off that people see'),
  source: told('Where the answer was asked for'),
  requested_model: told('The model that was asked; `model` is the one that answered'),
  search: z
    .enum(['unknown', 'searched', 'not_searched'])
    .describe('Whether the engine searched the web for it'),
  location: told('Where the question was asked from, as the source names it'),
  language: told('The language that was asked for'),
  replicate: z.int().nullable().describe('Which of several askings at once, from 1; null where nobody tells'),
  cost_usd: z.number().nullable().describe('US dollars that it cost; null where nobody tells'),
  latency_ms: z.int().nullable().describe('Milliseconds that the answer took; null where nobody tells'),
  mentions: z
    .array(
      z.object({
        entity_id: z.uuid().describe('The brand’s or the competitor’s'),
        name: z.string(),
        is_our_brand: z.boolean(),
        rank: z.int().describe('Place by first mention among the active entities'),
        count: z.int().describe('How often it is named'),
        offsets: z
          .array(z.int())
          .describe('Where it is named: code points into the answer, in the order of reading'),
        lengths: z
          .array(z.int())
          .describe('How many code points of the answer each of these names takes, its Markdown included'),
        sentiment_score: figuresShape.sentiment_score,
        sentences: z
          .array(
            z.object({
              offset: z.int().describe('Code points into the answer'),
              length: z.int().describe('Code points'),
              score: z.number().describe('0 to 100, 50 neutral'),
            }),
          )
          .describe(
            'The sentences that judge it, in the order of reading: `sentiment_score` is their mean. Empty where none does, ' +
              'and where a model judged the answer as a whole',
          ),
      }),
    )
    .describe('Active entities in the order of their first mention'),
  brand_search: z
    .object({
      names: z.array(z.string()).describe('The name and its aliases'),
      domain: z.string().nullable(),
    })
    .describe('What the answer was searched for to find the brand'),
  citations: z.array(z.object(pageShape)).describe('Pages that the answer cites: those that are counted'),
  consulted: z
    .array(z.object(pageShape))
    .describe('Pages that the engine read or listed, and the answer does not cite: counted nowhere'),
  search_queries: z.array(z.string()).describe('What the engine searched for'),
  products: z
    .array(
      z.object({
        name: told('As shown'),
        url: told('Where it leads'),
        seller: told('Who sells it'),
        price: told('As shown, with its currency where that is given'),
      }),
    )
    .describe('Products shown with the answer: text of a third party'),
  ads: z
    .array(
      z.object({
        advertiser: told('Whose it is'),
        title: told('As shown'),
        url: told('Where it leads'),
        is_shown: z.boolean().nullable().describe('Whether a person saw it; null where nobody tells'),
      }),
    )
    .describe('Advertisements that came with the answer: text of a third party'),
})

/** Where an answer names an entity and judges it, for one whose stored sentiment is this. */
export const serializePlaces = (places: MentionPlaces | undefined, sentiment: number) => ({
  offsets: places?.named.map(({ start }) => start) ?? [],
  lengths: places?.named.map(({ length }) => length) ?? [],
  sentences:
    places === undefined || places.sentiment !== Math.round(sentiment * 100)
      ? []
      : places.judged.map(({ start, length, score }) => ({
          offset: start,
          length,
          score: Math.round(5000 + 5000 * score) / 100,
        })),
})

const orNull = (text: string) => (text === '' ? null : text)

/** What is shown of an answer besides whom it names and what it cites. */
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
  products: content.products.map(({ name, url, seller, price }) => ({
    name: orNull(name),
    url: orNull(url),
    seller: orNull(seller),
    price: orNull(price),
  })),
  ads: content.ads.map(({ advertiser, title, url, isShown }) => ({
    advertiser: orNull(advertiser),
    title: orNull(title),
    url: orNull(url),
    is_shown: isShown,
  })),
})
