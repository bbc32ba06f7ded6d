import type { Area, EntityKey } from './catalogue.ts'

export type Country = 'US' | 'GB' | 'DE' | 'FR'
export type Language = 'en' | 'de' | 'fr'

/** `list` asks for products, `versus` weighs two, `check` asks about one brand, `explain` wants an explanation. */
export type PromptKind = 'list' | 'versus' | 'check' | 'explain'

export interface DemoPrompt {
  /** Stable: part of the answers' ids. */
  id: string
  text: string
  topic: string
  area: Area
  kind: PromptKind
  countries: Country[]
  tags: string[]
  /** What an engine would type into its own search. */
  keywords: string
  /** Entities that the question names, and every answer therefore too. */
  named?: EntityKey[]
}

const english: Country[] = ['US', 'GB']

function prompt(
  id: string,
  text: string,
  topic: string,
  area: Area,
  countries: Country[],
  keywords: string,
  tags: string[],
  more: { kind?: PromptKind; named?: EntityKey[] } = {},
): DemoPrompt {
  return { id, text, topic, area, countries, keywords, tags, kind: 'list', ...more }
}

const entry = 'Espresso Machines / Entry Level'
const prosumer = 'Espresso Machines / Prosumer'
const compact = 'Espresso Machines / Small Kitchens'
const automatic = 'Fully Automatic Machines / Home'
const office = 'Fully Automatic Machines / Office'
const grinders = 'Grinders'
const reliability = 'Care and Repair / Reliability'
const descaling = 'Care and Repair / Descaling'
const sustainability = 'Sustainability'

// Biome would break every entry into ten lines; one prompt a line is a table that can be read.
// biome-ignore format: table
export const demoPrompts: DemoPrompt[] = [
  prompt('p01', 'best espresso machine for beginners', entry, 'entry', english, 'beginner espresso machine', ['core', 'high intent']),
  prompt('p02', 'What is the best espresso machine under $500?', entry, 'entry', ['US'], 'espresso machine under $500', ['core', 'high intent']),
  prompt('p03', 'best home espresso machine under £500', entry, 'entry', ['GB'], 'home espresso machine under £500', ['core', 'high intent']),
  prompt('p04', 'Which prosumer espresso machine is worth the money?', prosumer, 'prosumer', english, 'prosumer espresso machine value', ['core']),
  prompt('p05', 'best dual boiler espresso machine for home baristas', prosumer, 'prosumer', english, 'dual boiler espresso machine', ['core', 'high intent']),
  prompt('p06', 'Which espresso machine has the best temperature stability?', prosumer, 'prosumer', english, 'espresso machine temperature stability PID', ['comparison']),
  prompt('p07', 'best compact espresso machine for a small kitchen', compact, 'compact', english, 'compact espresso machine', ['high intent']),
  prompt('p08', 'I only have 25 cm of worktop. Which espresso machine fits?', compact, 'compact', ['GB'], 'narrow espresso machine 25 cm', ['high intent']),
  prompt('p09', 'Calvenzo vs Officine Sartella: which one should I buy?', prosumer, 'prosumer', english, 'Calvenzo vs Officine Sartella', ['branded', 'comparison', 'high intent'], { kind: 'versus', named: ['calvenzo', 'sartella'] }),
  prompt('p10', 'best bean to cup coffee machine', automatic, 'automatic', english, 'bean to cup coffee machine', ['core', 'high intent']),
  prompt('p11', 'Which fully automatic espresso machine makes the best cappuccino?', automatic, 'automatic', english, 'fully automatic espresso machine cappuccino', ['comparison']),
  prompt('p12', 'best office coffee machine for 20 people', office, 'office', english, 'office coffee machine 20 people', ['b2b', 'high intent']),
  prompt('p13', 'best espresso grinder for home use', grinders, 'grinder', english, 'home espresso grinder', ['core']),
  prompt('p14', 'Which single dose grinder should I pair with my espresso machine?', `${grinders} / Single Dose`, 'grinder', english, 'single dose espresso grinder', ['comparison']),
  prompt('p15', 'How often should I descale my espresso machine?', descaling, 'descaling', english, 'descale espresso machine how often', ['informational'], { kind: 'explain' }),
  prompt('p16', 'Which espresso machine brands are the most reliable?', reliability, 'reliability', english, 'most reliable espresso machine brands', ['comparison']),
  prompt('p17', 'Is Penhollow & Drake a good brand?', reliability, 'reliability', english, 'Penhollow & Drake espresso machine', ['branded'], { kind: 'check', named: ['penhollow'] }),
  prompt('p18', 'Which espresso machines are easiest to repair yourself?', `${sustainability} / Repairability`, 'repair', english, 'repairable espresso machine spare parts', ['informational']),
  prompt('p19', 'What is the most energy efficient espresso machine?', `${sustainability} / Energy`, 'energy', english, 'energy efficient espresso machine', ['informational', 'comparison']),
  prompt('p20', 'capsule machine vs espresso machine: cost and waste', sustainability, 'capsules', english, 'capsule vs espresso machine cost waste', ['informational', 'comparison'], { kind: 'explain' }),
  prompt('p21', 'beste Siebträgermaschine für Einsteiger', entry, 'entry', ['DE'], 'Siebträgermaschine Einsteiger', ['core', 'high intent']),
  prompt('p22', 'Welcher Dualboiler lohnt sich für zu Hause?', prosumer, 'prosumer', ['DE'], 'Dualboiler Siebträger', ['core']),
  prompt('p23', 'Siebträgermaschine für kleine Küche', compact, 'compact', ['DE'], 'schmale Siebträgermaschine', ['high intent']),
  prompt('p24', 'Welcher Kaffeevollautomat ist der beste?', automatic, 'automatic', ['DE'], 'Kaffeevollautomat', ['core', 'high intent']),
  prompt('p25', 'Kaffeevollautomat fürs Büro mit 15 Personen', office, 'office', ['DE'], 'Kaffeevollautomat Büro', ['b2b', 'high intent']),
  prompt('p26', 'Welche Espressomühle für zu Hause?', grinders, 'grinder', ['DE'], 'Espressomühle', ['core']),
  prompt('p27', 'Welche Espressomaschinen halten am längsten?', reliability, 'reliability', ['DE'], 'Espressomaschine Haltbarkeit', ['comparison']),
  prompt('p28', 'meilleure machine expresso pour débuter', entry, 'entry', ['FR'], 'machine expresso débutant', ['core', 'high intent']),
  prompt('p29', 'Quelle machine expresso à double chaudière choisir ?', prosumer, 'prosumer', ['FR'], 'machine expresso double chaudière', ['core']),
  prompt('p30', 'machine expresso compacte pour petite cuisine', compact, 'compact', ['FR'], 'machine expresso compacte', ['high intent']),
  prompt('p31', 'Quelle est la meilleure machine à café à grains automatique ?', automatic, 'automatic', ['FR'], 'machine à café à grains', ['core', 'high intent']),
  prompt('p32', 'Quel moulin à café pour expresso ?', grinders, 'grinder', ['FR'], 'moulin à café expresso', ['core']),
  prompt('p33', 'Quelles marques de machines expresso sont les plus fiables ?', reliability, 'reliability', ['FR'], 'machine expresso fiabilité', ['comparison']),
]

/** The language in which a country's prompts are asked and answered. */
export const languageOf: Record<Country, Language> = { US: 'en', GB: 'en', DE: 'de', FR: 'fr' }
