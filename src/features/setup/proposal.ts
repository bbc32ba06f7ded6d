import { z } from 'zod'
import { lenientList, nameField, textOrNull } from '../../kernel/lenient-fields.ts'
import type { Brand } from '../../kernel/tables.ts'
import { country } from '../../lib/countries.ts'
import { addressDomain, webAddress } from '../../lib/domains.ts'
import { conflict } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { planFields } from '../collection/index.ts'
import { isAlias } from '../profile/index.ts'
import { createKnownTexts, isAbout, isCustomerQuestion, languageOf } from '../prompt-suggestions/index.ts'

export const wantedPrompts = 30
const most = { competitors: 10, branded: 6, nameWords: 6 }
/** Rejects a proposal with fewer usable prompts. */
const fewestPrompts = 10
const intents = ['research', 'comparison', 'purchase'] as const
export const language = planFields.language.unwrap()

const text = z.string().max(10_000)
type Answer = z.output<typeof answerSchema>
/** What a person chose instead of the model. */
interface Chosen {
  country?: string | undefined
  language?: string | undefined
}

export const proposalSchema = z.strictObject({
  name: text,
  aliases: z.array(text).max(50).describe('Other names of the brand.'),
  domains: z.array(text).max(50).describe('Its other domains, which count as names.'),
  country: text.describe('ISO 3166-1 alpha-2 code of its main market.'),
  language: text.describe('BCP 47 tag of the language of the prompts.'),
  competitors: z.array(z.strictObject({ name: text, domain: text, reason: text })).max(100),
  topics: z.array(text).max(200).describe('Topics of the prompts.'),
  prompts: z
    .array(z.strictObject({ text, topic: text, tags: z.array(text).max(100), reason: text }))
    .min(1)
    .max(200),
})

/** What to set up for a brand. */
export type Proposal = z.output<typeof proposalSchema>

const reason = textOrNull(200)
const domain = nameField(253)
export const answerSchema = z.object({
  name: textOrNull(100),
  aliases: lenientList(nameField(60), 10),
  domains: lenientList(domain, 10),
  country: textOrNull(40),
  language: textOrNull(12),
  competitors: lenientList(z.object({ name: nameField(60), domain, reason }), 30),
  prompts: lenientList(
    z.object({
      text: nameField(300),
      topic: nameField(60),
      intents: lenientList(z.enum(intents), intents.length),
      reason,
    }),
    2 * wantedPrompts,
  ),
})

/** What a brand has already. */
export async function readKnown(db: PostgresLike, brandId: string) {
  const competitors = db.selectFrom('competitors').select(['name', 'domain']).where('brand_id', '=', brandId)
  const names = (await competitors.execute()).flatMap(({ name, domain }) => [key(name), domain])
  const prompts = await db.selectFrom('prompts').select('text').where('brand_id', '=', brandId).execute()
  return { names: new Set(names), texts: new Set(prompts.map(({ text }) => text)) }
}
type Known = Awaited<ReturnType<typeof readKnown>>

/** Names that differ only by case and signs have the same key. */
export const key = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Keeps the usable parts of a model's answer. Notes say which parts need a person.
 * @param material the text of the site
 * @param chosen what a person chose
 * @throws ApiError conflict if too few prompts are usable, or not in their language
 */
export function checkAnswer(
  answer: Answer,
  { brand, known, material, chosen }: { brand: Brand; known: Known; material: string; chosen: Chosen },
): { proposal: Proposal; notes: string[] } {
  const site = brand.primary_domain ?? ''
  const isOfSite = (name: string) => isAlias(name) && isAbout([name], `${site} ${material}`)
  const found = answer.name !== null && isOfSite(answer.name) ? answer.name : undefined
  const name = found ?? brand.name
  const aliases = answer.aliases.filter((alias) => isOfSite(alias) && key(alias) !== key(name))
  const label = (host: string) => host.replace(/\..*/, '')
  const others = answer.domains.flatMap((one) => domainOf(one) ?? []).filter((one) => one !== site)
  const domains = [...new Set(others)].filter((one) => label(one) === label(site))
  const own = [name, brand.name, ...brand.aliases, ...aliases]
  const competitors = competitorsOf(answer, known, own, site)
  const prompts = promptsOf(answer, known, own)
  if (prompts.length < fewestPrompts)
    throw conflict(`the model proposed ${prompts.length} usable prompts, fewer than ${fewestPrompts}`)
  const codes = [chosen.country, answer.country?.toUpperCase()]
  const market = codes.find((code) => country.safeParse(code).success)
  const written = languageOf(prompts.map((prompt) => prompt.text).join('\n'))?.code
  const read = languageOf(material)?.code
  const wanted = chosen.language ?? language.safeParse(answer.language).data ?? written ?? 'en'
  const isWanted = (code: string | undefined) => code === undefined || code === wanted.split('-')[0]
  if (!isWanted(written)) throw conflict(`the model wrote the prompts in the language ${written} instead of ${wanted}`)
  const notes = [
    found === undefined && `The model named no brand of the site; ${name} stays.`,
    competitors.length === 0 && 'The model proposed no usable competitor. Add some yourself.',
    market === undefined && 'The model named no market. Set country if it is not US.',
    !isWanted(read) && `The site is in ${read}, the prompts in ${wanted}. Set language to choose another one.`,
  ].filter((note) => note !== false)
  const topics = [...new Set(prompts.map(({ topic }) => topic))]
  const names = { name, aliases, domains, country: market ?? 'US', language: wanted }
  return { proposal: { ...names, competitors, topics, prompts }, notes }
}

function domainOf(given: string): string | undefined {
  const url = webAddress(given)
  return url && addressDomain(url)
}

const isCompanyName = (name: string) =>
  isAlias(name) && name.split(/\s+/).length <= most.nameWords && !/[<>{}[\]|\n]|:\/\//.test(name)

function competitorsOf({ competitors }: Answer, { names }: Known, own: string[], site: string) {
  const taken = new Set(names).add(site)
  const usable = competitors.flatMap(({ name, domain: given, reason }) => {
    const found = domainOf(given)
    if (found === undefined || !isCompanyName(name) || isAbout(own, name)) return []
    if (taken.has(found) || taken.has(key(name))) return []
    taken.add(found).add(key(name))
    return [{ name, domain: found, reason: reason ?? '' }]
  })
  return usable.slice(0, most.competitors)
}

function promptsOf(answer: Answer, { texts }: Known, own: string[]) {
  const known = createKnownTexts(texts)
  let branded = 0
  const usable = answer.prompts.flatMap(({ text: asked, topic, intents: types, reason }) => {
    const isBranded = isAbout(own, asked)
    if (!isCustomerQuestion(asked) || known.hasLike(asked)) return []
    if (isBranded && ++branded > most.branded) return []
    known.add(asked)
    const tags = [isBranded ? 'branded' : 'unbranded', ...types]
    return [{ text: asked, topic: topic.replaceAll('/', '-'), tags, reason: reason ?? '' }]
  })
  return usable.slice(0, wantedPrompts)
}
