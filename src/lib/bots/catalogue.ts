import catalogueJson from './catalogue.json' with { type: 'json' }
import { type AiBot, catalogSchema, type LookAlike, type RangeSource } from './catalogue-schema.ts'

const catalogue = catalogSchema.parse(catalogueJson)

/** Every known AI bot. */
export const botCatalog: readonly AiBot[] = catalogue.bots

/** Names in user agents that bear a bot’s token and are not the bot’s. */
export const lookAlikes: readonly LookAlike[] = catalogue.lookAlikes

/** Every list of addresses that is fetched. */
export const rangeSources: readonly RangeSource[] = catalogue.rangeSources

/** The list of an operator’s own proxies with public addresses: nobody publishes it, it is put there by hand. */
const ownProxies = 'proxies'

/** The names of all lists of proxies’ addresses. */
export const proxyRangeNames: readonly string[] = [
  ownProxies,
  ...rangeSources.filter(({ isOfProxy }) => isOfProxy).map(({ name }) => name),
]

/** What a bot is recognised by in a user agent. */
export const tokensOf = ({ name, tokens }: AiBot): readonly string[] => tokens ?? [name]

/** The names of the address lists that a bot is verified by; for others, of a list that somebody puts there by hand. */
export const rangeNamesOf = ({ name, verification }: AiBot): readonly string[] =>
  verification?.ranges ?? [name.toLowerCase().replaceAll(' ', '-')]
