import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { botCatalogue, rangeNamesOf, rangeSources } from './catalogue.ts'
import { botCategories, botPurposes, catalogueSchema } from './catalogue-schema.ts'

describe('the catalogue', () => {
  it('has a schema for editors that says what the program demands: `vitest -u` writes it anew', async () => {
    const schema = z.toJSONSchema(catalogueSchema, { io: 'input' })
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('catalogue.schema.json')
  })

  it('has names that differ', () => {
    const names = botCatalogue.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  })

  it('uses every category and purpose', () => {
    expect(new Set(botCatalogue.map(({ category }) => category))).toEqual(new Set(botCategories))
    expect(new Set(botCatalogue.map(({ purpose }) => purpose))).toEqual(new Set(Object.keys(botPurposes)))
  })

  it('verifies by lists of addresses that are fetched, each for somebody', () => {
    const fetched = new Set(rangeSources.filter(({ isOfProxy }) => !isOfProxy).map(({ name }) => name))
    const named = new Set(botCatalogue.flatMap(({ verification }) => verification?.ranges ?? []))
    expect(named).toEqual(fetched)
  })

  it('has no list made for one bot used for another that has none', () => {
    for (const bot of botCatalogue.filter(({ verification }) => verification?.ranges === undefined)) {
      for (const name of rangeNamesOf(bot))
        expect(rangeSources.map((source) => source.name)).not.toContain(name)
    }
  })

  it('names the crawlers that the tokens of robots.txt govern, never verified themselves', () => {
    const tokens = botCatalogue.filter(({ governs }) => governs !== undefined)
    expect(tokens.map(({ name, governs }) => [name, governs])).toEqual([
      ['Google-Extended', 'Googlebot'],
      ['Applebot-Extended', 'Applebot'],
    ])
    for (const { verification } of tokens) expect(verification).toBeUndefined()
  })
})
