import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { botCatalog, rangeNamesOf, rangeSources, signers } from './catalogue.ts'
import { botCategories, botPurposes, catalogSchema } from './catalogue-schema.ts'

describe('the bot catalog', () => {
  it('matches the JSON schema for editors; `vitest -u` updates it', async () => {
    const schema = z.toJSONSchema(catalogSchema, { io: 'input' })
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('catalogue.schema.json')
  })

  it('has unique names', () => {
    const names = botCatalog.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  })

  it('uses every category and purpose', () => {
    expect(new Set(botCatalog.map(({ category }) => category))).toEqual(new Set(botCategories))
    expect(new Set(botCatalog.map(({ purpose }) => purpose))).toEqual(new Set(Object.keys(botPurposes)))
  })

  it('uses exactly the fetched range lists', () => {
    const ofBots = rangeSources.filter((source) => !source.isOfProxy && !source.isKeyDirectory)
    const fetched = new Set(ofBots.map(({ name }) => name))
    const named = new Set(botCatalog.flatMap(({ verification }) => verification?.ranges ?? []))
    expect(named).toEqual(fetched)
  })

  it('names signers by their origin, with one list of keys each', () => {
    for (const origin of signers.keys()) expect(new URL(origin).origin).toBe(origin)
    const names = rangeSources.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('does not verify a bot with a list made for another bot', () => {
    for (const bot of botCatalog.filter(({ verification }) => verification?.ranges === undefined)) {
      for (const name of rangeNamesOf(bot)) expect(rangeSources.map((source) => source.name)).not.toContain(name)
    }
  })

  it('names the crawler that each robots.txt token governs, and does not verify the tokens', () => {
    const tokens = botCatalog.filter(({ governs }) => governs !== undefined)
    expect(tokens.map(({ name, governs }) => [name, governs])).toEqual([
      ['Google-Extended', 'Googlebot'],
      ['Applebot-Extended', 'Applebot'],
    ])
    for (const { verification } of tokens) expect(verification).toBeUndefined()
  })
})
