import { expect, it } from 'vitest'
import { siteDomain } from '../../lib/text/citations/site-domain.ts'
import { productBench } from '../../testing/product-bench.ts'
import { findNames } from './find-names.ts'

const bench = productBench()

/** A brand, its topics, and what buyers could choose instead, by hand. */
const brands: [name: string, topics: RegExp, substitutes: string][] = [
  [
    'Samsung',
    /laptop|smartphone|headphones|tv-|earbuds|running-watch|vacuum|monitor/,
    'OnePlus LG Motorola TCL Tineco Dyson Xiaomi Sony Shark Hisense Wyze Vizio Apple',
  ],
  [
    'Breville',
    /espresso|air-fryer|blender/,
    "Ninja De'Longhi Gaggia Vitamix COSORI Blendtec KitchenAid Rancilio Philips Instant",
  ],
  ['Anker', /earbuds|headphones/, 'Sony JBL Jabra Sennheiser Audio-Technica Bose Skullcandy Jaybird Earfun'],
  [
    'Philips',
    /espresso|air-fryer|toothbrush|blender|monitor|tv-|vacuum/,
    'Oral-B Fairywill COSORI Ninja Colgate Instant Breville Quip Chefman Ordo',
  ],
  [
    'Sony',
    /headphones|earbuds|tv-|smartphone|record/,
    'Audio-Technica Anker JBL Sennheiser Fluance Jabra Pro-Ject Bose Skullcandy Samsung LG',
  ],
]

it.skipIf(bench === undefined).each(brands)(
  '9 of the first 10 names for %s are substitutes',
  (name, topics, substitutes) => {
    const answers = (bench ?? []).flatMap((line, prompt) =>
      topics.test(line.topic)
        ? {
            ...{ id: line.id, engine: line.engine, prompt, executedAt: line.executed_at, text: line.answer },
            domains: [...new Set(line.citations.map(({ url }) => siteDomain(new URL(url).hostname)))],
          }
        : [],
    )
    const { names } = findNames({ answers, brand: { names: [name], domain: null }, taken: [] })
    const first = names.slice(0, 10).map((one) => one.name)
    expect(first.filter((one) => !substitutes.split(' ').includes(one)).length, first.join(', ')).toBeLessThanOrEqual(1)
  },
)

it('lists names that answers mention with the brand first, without quantities and the engine’s own name', () => {
  const list = (...names: string[]) =>
    names.map((name) => `- **${name} Trail** is sturdy, and ${name} is cheap.`).join('\n')
  const answer = (id: number, text: string) => ({
    ...{ id: String(id), engine: 'google-ai-mode', prompt: id, executedAt: '2026-03-01T10:00:00Z', text, domains: [] },
  })
  const answers = [
    ...[1, 2].map((id) =>
      answer(id, list('Zuvari', 'Bolmex', 'Google', '8GB', '13.3-inch', 'GPS', 'USB-C', 'HDMI 2.1', 'Cordless')),
    ),
    ...[3, 4, 5, 6].map((id) => answer(id, list('Kvarnholt', 'Google'))),
  ]
  const { names } = findNames({ answers, brand: { names: ['Zuvari'], domain: null }, taken: [] })
  expect(names.map(({ name }) => name)).toEqual(['Bolmex', 'Kvarnholt'])
})
