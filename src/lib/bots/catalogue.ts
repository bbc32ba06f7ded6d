import catalogueJson from './catalogue.json' with { type: 'json' }
import { type AiBot, catalogSchema, type LookAlike, type RangeSource } from './catalogue-schema.ts'

const catalogue = catalogSchema.parse(catalogueJson)

/** Every known AI bot. */
export const botCatalog: readonly AiBot[] = catalogue.bots

/** Names in user agents that contain a bot’s token but belong to another program. */
export const lookAlikes: readonly LookAlike[] = catalogue.lookAlikes

/** Every address list that is fetched. */
export const rangeSources: readonly RangeSource[] = catalogue.rangeSources

/** The operator’s list of their proxies with public addresses. Not fetched; added by hand. */
const ownProxies = 'proxies'

/** The names of all proxy lists. */
export const proxyRangeNames: readonly string[] = [
  ownProxies,
  ...rangeSources.filter(({ isOfProxy }) => isOfProxy).map(({ name }) => name),
]

/** The tokens that identify a bot in a user agent. */
export const tokensOf = ({ name, tokens }: AiBot): readonly string[] => tokens ?? [name]

/** The names of the lists that verify a bot; for bots without one, the name of a list added by hand. */
export const rangeNamesOf = ({ name, verification }: AiBot): readonly string[] =>
  verification?.ranges ?? [name.toLowerCase().replaceAll(' ', '-')]
