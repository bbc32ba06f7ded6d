import type { Country, DemoPrompt } from './prompts.ts'

const buying = 'Buying advice'
const comparing = 'Comparison'
const trust = 'Reliability and repair'
const owning = 'Running a machine'

export const demoCategories: string[] = [buying, comparing, trust, owning]

/** The alignment category of a prompt. */
export function categoryOf({ kind, area, tags }: DemoPrompt): string {
  if (kind === 'check' || area === 'reliability' || area === 'repair') return trust
  if (kind === 'explain' || area === 'energy') return owning
  return kind === 'versus' || tags.includes('comparison') ? comparing : buying
}

export interface DemoSuggestion {
  suggested_prompt: string
  country_codes: Country[]
  category: string
  /** The name of the product that it is about. */
  product?: string
  /** What has been decided; proposed where nothing has. */
  decision?: 'accept' | 'reject'
}

export const demoSuggestions: DemoSuggestion[] = [
  {
    suggested_prompt: 'Is the Calvenzo Aurea good for a first espresso machine?',
    country_codes: ['US', 'GB'],
    category: buying,
    product: 'Aurea',
  },
  {
    suggested_prompt: 'Calvenzo Aurea or Yuvenka Y1 for beginners?',
    country_codes: ['US', 'GB'],
    category: comparing,
    product: 'Aurea',
  },
  {
    suggested_prompt: 'Which espresso machine is less than 20 cm wide?',
    country_codes: ['US', 'GB', 'DE'],
    category: buying,
    product: 'Canto Slim',
    decision: 'accept',
  },
  {
    suggested_prompt: 'Wie lange gibt es Ersatzteile für Espressomaschinen?',
    country_codes: ['DE'],
    category: trust,
    product: 'Spare parts',
  },
  {
    suggested_prompt: 'Quelle machine expresso se répare facilement ?',
    country_codes: ['FR'],
    category: trust,
    product: 'Overhaul',
    decision: 'accept',
  },
  {
    suggested_prompt: 'How much electricity does a dual boiler espresso machine use?',
    country_codes: ['US', 'GB'],
    category: owning,
    product: 'Duo 60',
  },
  {
    suggested_prompt: 'Which brands besides Penhollow & Drake have had recalls?',
    country_codes: ['GB'],
    category: trust,
    decision: 'reject',
  },
  {
    suggested_prompt: 'Welche Mühle passt zu einem Einkreiser?',
    country_codes: ['DE'],
    category: comparing,
    product: 'Macina',
  },
]
