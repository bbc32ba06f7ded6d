import {
  type Aspect,
  aurea,
  type EntityKey,
  emphasis,
  entities,
  entityKeys,
  grinderProfile,
  type Product,
  type Profile,
} from './catalogue.ts'
import type { Country, DemoPrompt } from './prompts.ts'
import type { Rng } from './random.ts'
import {
  type DemoEngine,
  launchShare,
  type Moment,
  recallShare,
  strengthOf,
  type Tone,
  toneOf,
} from './trends.ts'

/** An entity that an answer names, with what the answer will say of it. */
export interface Pick {
  key: EntityKey
  /** With its model where there is one: "Calvenzo Canto". */
  name: string
  price: string | undefined
  tone: Tone
  good: readonly [Aspect, Aspect]
  bad: readonly [Aspect, Aspect]
}

/** Most entities that an answer of each kind lists. */
const listLength = { list: 5, versus: 2, check: 4, explain: 3 } as const

/** Engines that name fewer, or more, than five. */
const listLengthOf: Partial<Record<DemoEngine, number>> = { chatgpt: 6, 'google-ai-overviews': 4, claude: 4 }

/** Kvarnholt makes grinders only and Dosetta capsule systems: what counts for a machine says nothing about them. */
const outsiders: ReadonlySet<EntityKey> = new Set(['kvarnholt', 'dosetta'])

function logistic(rng: Rng): number {
  const uniform = Math.min(0.999, Math.max(0.001, rng.next()))
  return Math.log(uniform / (1 - uniform))
}

/** Who is named, first mention first: the stronger an entity here and now, the likelier and the earlier. */
export function drawNamed(rng: Rng, prompt: DemoPrompt, moment: Moment, day: string): EntityKey[] {
  const drawn = entityKeys
    .filter((key) => key !== 'kvarnholt' || moment.area === 'grinder')
    .map((key) => ({ key, score: strengthOf(key, moment, day) + logistic(rng) }))
    .sort((one, other) => other.score - one.score)
  const required = prompt.named ?? []
  const others = drawn.filter(({ key }) => !required.includes(key))
  const isList = prompt.kind === 'list'
  const fewest = isList ? 3 : 0
  const length = (isList ? listLengthOf[moment.engine] : undefined) ?? listLength[prompt.kind]
  const most = length - required.length
  const free = others.filter(({ score }, place) => score > 0 || place < fewest).slice(0, most)
  return [...rng.sample(required, required.length), ...free.map(({ key }) => key)]
}

/** By hand: `toLocaleString` takes longer than all the rest of an answer. */
function thousands(amount: number, separator: string): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, separator)
}

const currencies: Record<Country, { rate: number; format: (amount: number) => string }> = {
  US: { rate: 1, format: (amount) => `$${thousands(amount, ',')}` },
  GB: { rate: 0.8, format: (amount) => `£${thousands(amount, ',')}` },
  DE: { rate: 0.95, format: (amount) => `${thousands(amount, '.')} €` },
  FR: { rate: 0.95, format: (amount) => `${thousands(amount, ' ')} €` },
}

function priceOf(product: Product | undefined, country: Country): string | undefined {
  if (product === undefined) return undefined
  const { rate, format } = currencies[country]
  return format(Math.round((product.usd * rate) / 10) * 10 - 1)
}

/** Two aspects, none `taken`: one that the area or the news is about, then one that the entity is known for. */
function twoAspects(
  rng: Rng,
  known: readonly Aspect[],
  first: readonly Aspect[],
  taken: readonly Aspect[] = [],
) {
  const themes = first.filter((aspect) => !taken.includes(aspect))
  const free = known.filter((aspect) => !taken.includes(aspect))
  const lead = themes.length > 0 ? rng.pick(themes) : rng.pick(free)
  const rest = free.filter((aspect) => aspect !== lead)
  return [lead, rest.length > 0 ? rng.pick(rest) : lead] as const
}

function profileOf(key: EntityKey, moment: Moment): Profile {
  if (key === 'kvarnholt' || moment.area !== 'grinder') return entities[key].profile
  return grinderProfile
}

/** A model of the area if there is one; the launched machine where the engine has heard of it. */
function productOf(rng: Rng, key: EntityKey, moment: Moment): Product | undefined {
  if (key === 'calvenzo' && rng.chance(launchShare(moment))) return aurea
  const product = entities[key].products[moment.area]
  return product !== undefined && rng.chance(0.8) ? product : undefined
}

/** Decides what an answer will say of an entity. */
export function describe(rng: Rng, key: EntityKey, moment: Moment): Pick {
  const entity = entities[key]
  const product = productOf(rng, key, moment)
  const profile = profileOf(key, moment)
  const themes = !outsiders.has(key) && rng.chance(0.7) ? emphasis[moment.area] : []
  const recalled = key === 'penhollow' && rng.chance(0.75 * recallShare(moment))
  const launched = product === aurea && rng.chance(0.6)
  const short = moment.country === 'DE' ? entity.short.slice(0, 1) : entity.short
  const brand = product === undefined && rng.chance(0.5) ? entity.name : rng.pick(short)
  const good = twoAspects(rng, profile.good, launched ? ['launch'] : themes)
  const badThemes = rng.chance(0.35) ? themes : []
  return {
    key,
    name: product === undefined ? brand : `${brand} ${product.model}`,
    price: priceOf(product, moment.country),
    tone: toneOf(key, moment, rng.next()),
    good,
    bad: twoAspects(rng, profile.bad, recalled ? ['recall'] : badThemes, good),
  }
}
