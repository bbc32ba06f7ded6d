import catalogueJson from './catalogue.json' with { type: 'json' }
import { type AiBot, catalogSchema, type LookAlike, type RangeSource } from './catalogue-schema.ts'

const catalogue = catalogSchema.parse(catalogueJson)

/** Every known AI bot. */
export const botCatalog: readonly AiBot[] = catalogue.bots

/** Names in user agents that contain a bot’s token but belong to another program. */
export const lookAlikes: readonly LookAlike[] = catalogue.lookAlikes

export const signers: ReadonlyMap<string, AiBot> = new Map(
  botCatalog.flatMap((bot) => [bot.verification?.signatureAgent ?? []].flat().map((origin) => [origin, bot])),
)

export const keyListName = (origin: string): string => new URL(origin).hostname

/** Every address list and key directory that is fetched. */
export const rangeSources: readonly RangeSource[] = [
  ...catalogue.rangeSources,
  ...Array.from(signers.keys(), (origin) => ({
    ...{ name: keyListName(origin), isKeyDirectory: true as const },
    url: `${origin}/.well-known/http-message-signatures-directory`,
  })),
]

/** The operator’s list of their proxies with public addresses. Not fetched; added by hand. */
const ownProxies = 'proxies'

export const proxyRangeNames: readonly string[] = [
  ownProxies,
  ...rangeSources.filter(({ isOfProxy }) => isOfProxy).map(({ name }) => name),
]

/** The tokens that identify a bot in a user agent. */
export const tokensOf = ({ name, tokens }: AiBot): readonly string[] => tokens ?? [name]

/** The names of the lists that verify a bot; for bots without one, the name of a list added by hand. */
export const rangeNamesOf = ({ name, verification }: AiBot): readonly string[] =>
  verification?.ranges ?? [name.toLowerCase().replaceAll(' ', '-')]
