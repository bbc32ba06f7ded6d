import { cacheByDataVersion } from '../../../kernel/brand-facts.ts'
import type { Brand, BrandContext, Services } from '../../../kernel/context.ts'
import { createNameFinder, entitiesOfReading } from '../../answers/index.ts'
import { type FilterInput, readPromptFilters } from './filters.ts'

export interface StoredPrompt {
  number: number
  isActive: boolean
  /** Numbers of the entities that its text mentions. */
  names: number[]
  /** Whether it matches the topic and tag filters. */
  fits: boolean
}

/** Prompts whose texts mention the same entities. */
export interface PromptClass {
  names: number[]
  prompts: number[]
}

export async function readPrompts(
  { services, brand }: BrandContext,
  input: FilterInput,
  lastPrompt: number,
): Promise<StoredPrompt[]> {
  const [prompts, filters] = await Promise.all([
    cacheByDataVersion(services, brand, 'names in prompts', () => readNamesInPrompts(services, brand)),
    readPromptFilters(services, brand, input),
  ])
  const sets = filters.map(({ keeps, numbers }) => ({ keeps, numbers: new Set(numbers) }))
  return prompts
    .filter(({ number }) => number <= lastPrompt)
    .map((prompt) => ({
      ...prompt,
      fits: sets.every(({ keeps, numbers }) => numbers.has(prompt.number) === keeps),
    }))
}

async function readNamesInPrompts(services: Services, brand: Brand): Promise<Omit<StoredPrompt, 'fits'>[]> {
  const [entities, prompts] = await Promise.all([
    entitiesOfReading(services, brand.id, brand.reading_version),
    services.db
      .selectFrom('prompts')
      .select(['number', 'text', 'is_active'])
      .where('brand_id', '=', brand.id)
      .orderBy('number')
      .execute(),
  ])
  const find = createNameFinder(entities)
  return prompts.map(({ number, text, is_active }) => ({ number, isActive: is_active, names: find(text) }))
}

export const classesOf = (prompts: readonly StoredPrompt[]): PromptClass[] =>
  [...Map.groupBy(prompts, ({ names }) => names.join(' '))].map(([, group]) => ({
    names: group[0]?.names ?? [],
    prompts: group.map(({ number }) => number),
  }))
