import { describe, expect, test } from 'vitest'
import { judge, neutral, score } from '../../../testing/sentiment/judge.ts'

const leads = {
  de: 'Hier ist eine Übersicht über die Anbieter und ihre Preise.',
  fr: 'Voici une liste des fournisseurs et de leurs prix.',
  es: 'Esta es una lista de los proveedores y sus precios.',
}
const signOf = (language: keyof typeof leads, text: string) =>
  Math.sign(score(`${leads[language]}\n\n${text}`) - neutral)

test.each([
  ['de', 'Acme ist sehr zuverlässig und leise.', 1],
  ['de', 'Acme: zuverlässige Technik, angenehmes Licht', 1],
  ['de', 'Acme ist leider unzuverlässig.', -1],
  ['fr', 'Acme est fiable et silencieuse.', 1],
  ['fr', 'Les clients jugent Acme décevante.', -1],
  ['es', 'Acme es muy fiable y silenciosa.', 1],
  ['es', 'Acme es poco fiable.', -1],
] as const)('%s: words of praise and criticism judge: %s', (language, text, sign) => {
  expect(signOf(language, text)).toBe(sign)
})

test.each([
  ['de', 'Acme ist nicht zuverlässig.', -1],
  ['de', 'Acme überzeugt nicht.', -1],
  ['de', 'Acme ist nicht teuer und sehr zuverlässig.', 1],
  ['fr', "Acme n'est pas fiable.", -1],
  ['fr', "Personne n'est satisfait de Acme.", -1],
  ['es', 'Acme no es fiable.', -1],
  ['es', 'Nadie recomienda Acme.', -1],
] as const)('%s: a negation turns the judgment within its part of the sentence: %s', (language, text, sign) => {
  expect(signOf(language, text)).toBe(sign)
})

test.each([
  ['de', 'Acme liefert die Sitze für die schnellen Züge.'],
  ['de', 'Wenn Ihre Acme defekt ist, wenden Sie sich an den Händler.'],
  ['de', 'Ist Acme zuverlässig?'],
  ['fr', 'Acme fournit les sièges des trains rapides.'],
  ['es', 'La película de Acme transcurre en un futuro oscuro.'],
] as const)('%s: information, conditions and questions do not judge: %s', (language, text) => {
  expect(signOf(language, text)).toBe(0)
})

test('a weak word judges after an intensifier, or as what the name is said to be', () => {
  expect(signOf('de', 'Die Züge von Acme fahren sehr schnell.')).toBe(1)
  expect(signOf('de', 'Acme ist schnell.')).toBe(1)
  expect(signOf('de', 'Die Züge von Acme fahren schnell vorbei.')).toBe(0)
})

describe('several sentences and names', () => {
  test('a sentence judges the name before it in its paragraph or list item, not in the one before', () => {
    expect(signOf('de', 'Acme kommt aus Köln. Die Geräte sind sehr zuverlässig.')).toBe(1)
    expect(signOf('de', 'Acme kommt aus Köln.\n\nDie Geräte sind sehr zuverlässig.')).toBe(0)
  })

  test('a judgment of several names counts for each, unless it compares them', () => {
    const ofBoth = (text: string) => judge(`${leads.de}\n\n${text}`, 'Acme', 'Bolt')
    for (const one of ofBoth('Acme und Bolt sind sehr zuverlässig.')) expect(one).toBeGreaterThan(6200)
    expect(ofBoth('Acme ist zuverlässiger als Bolt.')).toEqual([neutral, neutral])
  })
})

test('a language without a reader judges nothing', () => {
  const italian = 'Ecco una lista dei fornitori e dei loro prezzi.\n\nAcme è eccellente e molto affidabile.'
  expect(score(italian)).toBe(neutral)
})
