import { describe, expect, it } from 'vitest'
import { botCategories, botPurposes, rangeNamesOf } from '../bot.ts'
import { rangeSources } from '../range-sources.ts'
import { botCatalogue } from './catalogue.ts'

describe('the catalogue', () => {
  it('has names that differ, and a web address for the source of every fact', () => {
    const names = botCatalogue.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    for (const { source, verification } of botCatalogue) {
      for (const address of [source, verification?.source ?? source]) expect(URL.canParse(address)).toBe(true)
    }
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
