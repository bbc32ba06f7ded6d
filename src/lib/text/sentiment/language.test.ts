import { expect, test } from 'vitest'
import { isForeign } from './language.ts'
import { judgeSentiment } from './sentiment.ts'

test.each([
  [
    'German',
    'Die Acme ist eine der besten Maschinen für den Alltag, und die Brühgruppe ist mit dem Tank leicht zu reinigen.',
  ],
  [
    'French',
    'La Acme est une des meilleures machines pour le quotidien, et elle est facile à nettoyer avec les doigts dans la cuisine.',
  ],
  [
    'Spanish',
    'La Acme es una de las mejores máquinas para el uso diario, y los clientes que la compran para el hogar hablan bien.',
  ],
])('%s is foreign, and its words are not judged by an English lexicon', (_language, text) => {
  expect(isForeign(text)).toBe(true)
  const start = text.indexOf('Acme')
  expect(judgeSentiment(text, [{ entity: 1, start, end: start + 4 }])).toEqual(new Map([[1, 5000]]))
})

test.each([
  'Acme is the best choice for small teams, and it is easy to use.',
  'Acme',
  'Best Acme laptop 2026',
  'La Marzocco and De’Longhi are the leaders; Los Angeles shops sell both, and Acme is the best of them for the price.',
])('English, short and mixed texts are not: %s', (text) => {
  expect(isForeign(text)).toBe(false)
})
