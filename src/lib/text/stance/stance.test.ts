import { expect, test } from 'vitest'
import { readVisibleText } from '../markdown/visible-text.ts'
import { compileMentionFinder } from '../mentions/mention-finder.ts'
import { judgeSentiment } from '../sentiment/sentiment.ts'
import { createStanceReader } from './stance.ts'

const find = compileMentionFinder(
  ['Zuvari', 'Bolmex'].map((name, entity) => ({
    entity,
    names: [name],
    domain: null,
    caseSensitive: false,
  })),
)

/** The stances towards Zuvari and Bolmex, and the clause that shows the first. */
function read(markdown: string) {
  const { text, addresses, cells } = readVisibleText(markdown)
  const hits = find(text)
  const stances = createStanceReader(text, hits)
  judgeSentiment(text, hits, addresses, cells, undefined, stances.read)
  const [zuvari, bolmex] = [stances.found.get(0), stances.found.get(1)]
  const quote = zuvari && text.slice(zuvari.place.start, zuvari.place.end)
  return { zuvari: zuvari?.stance, bolmex: bolmex?.stance, quote }
}

const stancesOf = (markdown: string) => {
  const { zuvari, bolmex } = read(markdown)
  return bolmex === undefined ? zuvari : [zuvari, bolmex]
}

test.each([
  ['I recommend Zuvari for small teams.', 'recommended'],
  ['Go with Zuvari if you travel a lot.', 'recommended'],
  ['Best overall: Zuvari Pro', 'recommended'],
  ['If you want open source: Zuvari.', 'recommended'],
  ['The absolute best option is Zuvari.', 'recommended'],
  ['Zuvari is the best choice for beginners.', 'recommended'],
  ['Zuvari is one of the best known brands.', 'listed'],
  ['Zuvari was founded in 1990 and sells shoes.', 'listed'],
  ['Zuvari is not the best choice for beginners.', 'listed'],
  ['Is Zuvari the best choice?', 'listed'],
  ['Avoid Zuvari.', 'warned_against'],
  ['I would not recommend Zuvari to anyone.', 'warned_against'],
  ['Zuvari is not worth the money.', 'warned_against'],
  ['Steer clear of Zuvari, whatever the price.', 'warned_against'],
  ['Zuvari helps you to avoid mistakes with your taxes.', 'listed'],
  ['Zuvari is cheaper than Nike.', 'compared'],
  ['Zuvari sold more than 100 million shoes.', 'listed'],
])('reads %j as %s', (text, stance) => {
  expect(stancesOf(text)).toBe(stance)
})

test.each([
  ['I recommend Zuvari and Bolmex.', 'recommended', 'recommended'],
  ['I recommend Zuvari. Bolmex is a shop.', 'recommended', 'listed'],
  ['Zuvari is lighter than Bolmex.', 'compared', 'compared'],
  ['Choose Zuvari, and avoid Bolmex.', 'recommended', 'warned_against'],
  ['Avoid Bolmex. Zuvari is the best choice for most people.', 'recommended', 'warned_against'],
])('distinguishes the names of %j', (text, ...stances) => {
  expect(stancesOf(text)).toEqual(stances)
})

test('a warning counts more than a recommendation, and both more than a comparison', () => {
  expect(stancesOf('Zuvari is lighter than most. I recommend Zuvari.')).toBe('recommended')
  expect(stancesOf('I recommended Zuvari for years. Now avoid Zuvari.')).toBe('warned_against')
})

test('a heading applies to the items below it, up to the next heading', () => {
  expect(stancesOf('## Top picks\n\n- Zuvari: light\n\n## Other options\n\n- Bolmex: heavy')).toEqual([
    'recommended',
    'listed',
  ])
  expect(stancesOf('## Best for travel\n\nZuvari Pro\n\n## Brands to avoid\n\n- Bolmex')).toEqual([
    'recommended',
    'warned_against',
  ])
  expect(stancesOf('## Best running shoes of the year\n\n- Zuvari: light')).toBe('listed')
})

test('"it" refers to the entity before, but not past another item', () => {
  expect(stancesOf('Zuvari sells shoes. It is the best choice for runners.')).toBe('recommended')
  expect(stancesOf('Zuvari: light.\nNike Air: Heavy.\nIt is the best choice for runners.')).toBe('listed')
})

test('shows the clause', () => {
  expect(read('Zuvari sells shoes. I recommend Zuvari to runners. They like it.').quote).toBe(
    'I recommend Zuvari to runners.',
  )
})

const german = 'Hier ist eine Übersicht über die Anbieter und ihre Preise, mit der du sie vergleichen kannst.\n\n'
const french = 'Voici une liste des fournisseurs et de leurs prix, pour que vous puissiez les comparer.\n\n'
const spanish = 'Esta es una lista de los proveedores y sus precios, para que puedas compararlos.\n\n'

test.each([
  [german, 'Ich empfehle Zuvari für kleine Teams.', 'recommended'],
  [german, 'Zuvari ist die beste Wahl für Einsteiger.', 'recommended'],
  [german, 'Zuvari ist nicht die beste Wahl für Einsteiger.', 'listed'],
  [german, 'Von Zuvari würde ich dir abraten.', 'warned_against'],
  [german, 'Zuvari würde ich nicht empfehlen.', 'warned_against'],
  [german, 'Zuvari verkauft Schuhe und hat seinen Sitz in der Stadt.', 'listed'],
  [french, 'Je vous recommande Zuvari pour les petites équipes.', 'recommended'],
  [french, 'Zuvari est le meilleur choix pour les débutants.', 'recommended'],
  [french, "Zuvari n'est pas le meilleur choix pour les débutants.", 'listed'],
  [french, 'Évitez Zuvari si vous le pouvez.', 'warned_against'],
  [french, 'Je ne recommande pas Zuvari pour vos équipes.', 'warned_against'],
  [french, 'Zuvari est plus cher que Nike pour les équipes.', 'compared'],
  [spanish, 'Te recomiendo Zuvari para los equipos pequeños.', 'recommended'],
  [spanish, 'Zuvari es la mejor opción para los principiantes.', 'recommended'],
  [spanish, 'Zuvari no es la mejor opción para los principiantes.', 'listed'],
  [spanish, 'Evita Zuvari, porque no es para los equipos.', 'warned_against'],
  [spanish, 'No recomiendo Zuvari para los equipos.', 'warned_against'],
  [spanish, 'Zuvari es más caro que Nike para los equipos.', 'compared'],
])('%#: reads other languages with negation', (lead, text, stance) => {
  expect(stancesOf(lead + text)).toBe(stance)
})

test('has no stance in languages without clauses', () => {
  expect(stancesOf('Ik raad Zuvari aan voor kleine teams, want het is de beste keuze voor jou.')).toBeUndefined()
  expect(stancesOf('Zuvariは初心者に最適な選択です。')).toBeUndefined()
})

test('reads long and hostile sentences in time', () => {
  const started = performance.now()
  stancesOf(`Avoid ${'Zuvari, '.repeat(20_000)}`)
  stancesOf(`Zuvari ${'- - '.repeat(200_000)}`)
  stancesOf(`If you ${'want '.repeat(50_000)}: Zuvari`)
  expect(performance.now() - started).toBeLessThan(20_000)
})
