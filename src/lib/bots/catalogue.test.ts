import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { botCatalog, rangeNamesOf, rangeSources } from './catalogue.ts'
import { botCategories, botPurposes, catalogSchema } from './catalogue-schema.ts'

describe('the catalogue', () => {
  it('has a schema for editors that says what the program demands: `vitest -u` writes it anew', async () => {
    const schema = z.toJSONSchema(catalogSchema, { io: 'input' })
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('catalogue.schema.json')
  })

  it('has names that differ', () => {
    const names = botCatalog.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  })

  it('uses every category and purpose', () => {
    expect(new Set(botCatalog.map(({ category }) => category))).toEqual(new Set(botCategories))
    expect(new Set(botCatalog.map(({ purpose }) => purpose))).toEqual(new Set(Object.keys(botPurposes)))
  })

  it('verifies by lists of addresses that are fetched, each for somebody', () => {
    const fetched = new Set(rangeSources.filter(({ isOfProxy }) => !isOfProxy).map(({ name }) => name))
    const named = new Set(botCatalog.flatMap(({ verification }) => verification?.ranges ?? []))
    expect(named).toEqual(fetched)
  })

  it('has no list made for one bot used for another that has none', () => {
    for (const bot of botCatalog.filter(({ verification }) => verification?.ranges === undefined)) {
      for (const name of rangeNamesOf(bot))
        expect(rangeSources.map((source) => source.name)).not.toContain(name)
    }
  })

  it('names the crawlers that the tokens of robots.txt govern, never verified themselves', () => {
    const tokens = botCatalog.filter(({ governs }) => governs !== undefined)
    expect(tokens.map(({ name, governs }) => [name, governs])).toEqual([
      ['Google-Extended', 'Googlebot'],
      ['Applebot-Extended', 'Applebot'],
    ])
    for (const { verification } of tokens) expect(verification).toBeUndefined()
  })
})
