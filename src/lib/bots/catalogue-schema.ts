import { z } from 'zod'

/**
 * The operators that a visit’s `bot_category` names, as slugs: those that make models or answer questions themselves,
 * and the dataset that most models are trained on. Bots of all others are `other`.
 */
export const botCategories = [
  'ai2',
  'alibaba',
  'amazon',
  'anthropic',
  'apple',
  'baidu',
  'brave',
  'bytedance',
  'cohere',
  'common-crawl',
  'deepseek',
  'duckduckgo',
  'google',
  'huawei',
  'meta',
  'microsoft',
  'mistral',
  'moonshot',
  'openai',
  'other',
  'perplexity',
  'yandex',
  'you',
  'zhipu',
] as const

/** What a bot’s operator does with a page, by the operator’s own words where there are any. */
export const botPurposes = {
  training: 'collects pages to train models',
  search: 'builds an index that answers are drawn from',
  fetch: 'fetches a page at the moment somebody asks about it',
  agent: 'acts on pages for a person, as a browser or a programming tool',
  data: 'collects pages for a data set or service that others build on',
  other: 'does something else, or its operator does not say what',
} as const

type BotPurpose = keyof typeof botPurposes

const purposeSchema = z.enum(Object.keys(botPurposes) as [BotPurpose, ...BotPurpose[]])

const verificationSchema = z
  .strictObject({
    ranges: z
      .array(z.string())
      .min(1)
      .exactOptional()
      .describe('Lists of addresses by their names in rangeSources: the bot comes from these'),
    partialRanges: z
      .literal(true)
      .exactOptional()
      .describe('The operator does not say that the lists are complete: an address outside proves nothing'),
    hostSuffixes: z
      .array(z.string())
      .min(1)
      .exactOptional()
      .describe('Domains that the names of its addresses end in, confirmed by looking the name up again'),
    signatureAgent: z
      .url()
      .exactOptional()
      .describe(
        'Who signs its requests (Web Bot Auth, RFC 9421). Access logs hold no signatures: for what reads requests itself',
      ),
    source: z.url().describe('Where the operator says so'),
  })
  .describe('How a visit can be told from one that only bears the bot’s name')

const botSchema = z.strictObject({
  name: z.string().min(1).describe('The crawler’s exact name, distinct in the catalogue'),
  operator: z.string().min(1).describe('The company or project behind it, “unknown” where nobody says'),
  category: z.enum(botCategories).describe('The operator’s slug, as bot_category has it'),
  purpose: purposeSchema.describe(
    `What its operator does with a page. ${Object.entries(botPurposes)
      .map(([purpose, meaning]) => `${purpose}: ${meaning}`)
      .join('; ')}`,
  ),
  note: z.string().exactOptional().describe('What else a reader of the catalogue should know'),
  tokens: z
    .array(z.string().min(1))
    .min(1)
    .exactOptional()
    .describe('What it is recognised by in a user agent, in any case; its name where not given'),
  robotsToken: z
    .string()
    .exactOptional()
    .describe('What addresses it in robots.txt, where that is not its name'),
  governs: z
    .string()
    .exactOptional()
    .describe(
      'The crawler whose pages this token of robots.txt governs the use of. By its operator’s word no request ever bears the token as user agent, so that one which does is not the operator’s',
    ),
  verification: verificationSchema.exactOptional(),
  source: z.url().describe('Where operator and purpose come from'),
})

const lookAlikeSchema = z
  .strictObject({ token: z.string().min(1), reason: z.string().min(1) })
  .describe('A name that stands in user agents which are no AI bot’s although they bear a token of one')

const rangeSourceSchema = z
  .strictObject({
    name: z.string().min(1).describe('Also the name of its file in the folder of lists'),
    url: z.url(),
    services: z
      .array(z.string())
      .min(1)
      .exactOptional()
      .describe('Of a list for many services, those that count'),
    isOfProxy: z
      .literal(true)
      .exactOptional()
      .describe('Its addresses are those of proxies, behind which a log may hold them in place of a bot’s'),
  })
  .describe('A list of addresses that somebody publishes')

/** What `catalogue.json` holds. `catalogue.schema.json` is made from this, for editors. */
export const catalogSchema = z.strictObject({
  $schema: z.literal('./catalogue.schema.json'),
  bots: z
    .array(botSchema)
    .describe(
      'Every known AI bot. Crawlers of classic search engines (Googlebot, Bingbot) are none, although answers draw on their indexes too: most of what they read is for links to click on, and it would drown what AI bots read. Nor is facebookexternalhit, which previews links that people share: Meta’s AI crawlers have names of their own',
    ),
  lookAlikes: z.array(lookAlikeSchema),
  rangeSources: z
    .array(rangeSourceSchema)
    .describe(
      'Every list that is fetched: what operators publish about their bots, each named in the documentation that the bot’s verification.source points to, and the proxies that most sites stand behind',
    ),
})

export type AiBot = z.infer<typeof botSchema>
export type BotVerification = z.infer<typeof verificationSchema>
export type LookAlike = z.infer<typeof lookAlikeSchema>
export type RangeSource = z.infer<typeof rangeSourceSchema>
