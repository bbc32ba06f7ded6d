import { z } from 'zod'
import kinds from './bot-kinds.json' with { type: 'json' }

/**
 * Slugs of the operators in a visit’s `bot_category`: those that make models or answer engines, and the
 * dataset that most models are trained on. All other bots are `other`.
 */
export const botCategories: readonly string[] = kinds.categories

/** What an operator does with a page, according to its documentation if it has one. */
export const botPurposes = kinds.purposes

type BotPurpose = keyof typeof botPurposes

const purposeSchema = z.enum(Object.keys(botPurposes) as [BotPurpose, ...BotPurpose[]])

const verificationSchema = z
  .strictObject({
    ranges: z.array(z.string()).min(1).exactOptional().describe('Names in rangeSources of the bot’s address lists'),
    partialRanges: z
      .literal(true)
      .exactOptional()
      .describe('The lists may be incomplete, so an address outside them proves nothing'),
    hostSuffixes: z
      .array(z.string())
      .min(1)
      .exactOptional()
      .describe('Domain suffixes of its host names, checked by forward-confirmed reverse DNS'),
    signatureAgent: z
      .url()
      .exactOptional()
      .describe(
        'The origin whose key directory verifies signatures of its requests (Web Bot Auth), in lower case without a path',
      ),
    source: z.url().describe('The operator’s documentation of this'),
  })
  .describe('How to distinguish a real visit from one with a spoofed user agent')

const botSchema = z.strictObject({
  name: z.string().min(1).describe('The crawler’s exact name, unique in the catalog'),
  operator: z.string().min(1).describe('The company or project behind it, “unknown” if undocumented'),
  category: z.enum(botCategories).describe('The operator’s slug, as in bot_category'),
  purpose: purposeSchema.describe(
    `What its operator does with a page. ${Object.entries(botPurposes)
      .map(([purpose, meaning]) => `${purpose}: ${meaning}`)
      .join('; ')}`,
  ),
  note: z.string().exactOptional().describe('Additional information for readers of the catalog'),
  tokens: z
    .array(z.string().min(1))
    .min(1)
    .exactOptional()
    .describe('Case-insensitive tokens that identify it in a user agent. Defaults to its name'),
  robotsToken: z.string().exactOptional().describe('Its token in robots.txt, if that is not its name'),
  governs: z
    .string()
    .exactOptional()
    .describe(
      'The crawler whose pages this robots.txt token controls the use of. Its operator never sends the token as a user agent, so a request that has it is spoofed',
    ),
  verification: verificationSchema.exactOptional(),
  scripts: z
    .strictObject({ runs: z.boolean(), source: z.url(), date: z.iso.date() })
    .exactOptional()
    .describe('Whether it runs the scripts of pages, by a published measurement, and when that was'),
  source: z.url().describe('The source of the operator and purpose'),
})

const lookAlikeSchema = z
  .strictObject({ token: z.string().min(1), reason: z.string().min(1) })
  .describe('A name in user agents that contain an AI bot’s token but belong to another program')

const rangeSourceSchema = z
  .strictObject({
    name: z.string().min(1).describe('Also its file name in the folder of lists'),
    url: z.url(),
    services: z.array(z.string()).min(1).exactOptional().describe('The services to read from a list of many services'),
    isOfProxy: z
      .literal(true)
      .exactOptional()
      .describe('Lists proxies: a log can hold their addresses instead of the bot’s'),
  })
  .describe('A published address list')

/** The shape of `catalogue.json`. `catalogue.schema.json` is generated from it for editors. words-ok */
export const catalogSchema = z.strictObject({
  $schema: z.literal('./catalogue.schema.json'),
  bots: z
    .array(botSchema)
    .describe(
      'Every known AI bot. Excludes crawlers of classic search engines (Googlebot, Bingbot), although AI answers also use their indexes: most of their visits serve classic search and would outnumber those of AI bots. Excludes facebookexternalhit, which previews shared links: Meta’s AI crawlers have other names',
    ),
  lookAlikes: z.array(lookAlikeSchema),
  rangeSources: z
    .array(rangeSourceSchema)
    .describe(
      'Every list that is fetched: the operators’ lists, each named in the documentation at the bot’s verification.source, and those of the most common proxies',
    ),
})

export type AiBot = z.infer<typeof botSchema>
export type LookAlike = z.infer<typeof lookAlikeSchema>
/** An address list, or the key directory of a signer. */
export type RangeSource = z.infer<typeof rangeSourceSchema> & { isKeyDirectory?: true }
