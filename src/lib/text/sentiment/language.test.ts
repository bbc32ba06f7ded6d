import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { labeledHeadlines } from '../../../testing/sentiment/labelled-headlines.ts'
import { labeledSentences, splitByKind } from '../../../testing/sentiment/labelled-sentences.ts'
import { shortForeignTexts } from '../../../testing/sentiment/short-foreign-texts.ts'
import { testData } from '../../../testing/test-data.ts'
import { readVisibleText } from '../markdown/visible-text.ts'
import { evidenceOfEnglish } from './language.ts'
import { judgeSentiment } from './sentiment.ts'

function score(text: string): number | undefined {
  const start = text.indexOf('Acme')
  return judgeSentiment(text, [{ entity: 1, start, end: start + 4 }]).get(1)
}

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
  ['short German', 'Die beste Wahl ist Acme.'],
  ['short French', "L'erreur de la marque Acme est grave."],
  ['short Spanish', 'El error de Acme es grave.'],
])('%s text is not English', (_language, text) => {
  expect(evidenceOfEnglish(text)).toBeLessThan(0)
})

test.each(["L'erreur de la marque Acme est grave.", 'El error de Acme es grave.'])(
  'is not scored with the English lexicon: %s',
  (text) => {
    expect(score(text)).toBeUndefined()
  },
)

test.each([
  'Acme is the best choice for small teams, and it is easy to use.',
  'Acme',
  'Best Acme laptop 2026',
  'Acme Nestlé Häagen-Dazs Los Angeles',
  'La Marzocco and De’Longhi are the leaders; Los Angeles shops sell both, and Acme is the best of them for the price.',
])('English text, bare names and mixed text count as English: %s', (text) => {
  expect(evidenceOfEnglish(text)).toBeGreaterThanOrEqual(0)
})

describe('mixed texts', () => {
  test('ignores a quotation in another language, but not the text around it', () => {
    const text = 'Acme is a reliable brand. „Die beste Wahl ist Acme, der Preis ist fatal.“ It lasts.'
    expect(score(text)).toBe(score('Acme is a reliable brand. It lasts.'))
  })

  test('scores an English sentence with a non-English name', () => {
    expect(score('The Acme Kärcher Öko für Küche is a reliable machine.')).toBeGreaterThan(6200)
  })

  test('scores an English sentence in a non-English answer', () => {
    const german = 'Wir haben die Geräte verglichen, und das ist unser Ergebnis für den Alltag mit der Familie.'
    expect(score(`${german} "Acme is the most reliable of them," says the magazine.`)).toBeGreaterThan(6200)
    expect(score(`${german} Acme: fatal, bad.`)).toBeUndefined()
  })
})

test('words that are spelled the same do not make a list item of another answer English', () => {
  const answer =
    'Estas são as companhias que eu recomendo para a viagem, porque não são muito caras e também têm um bom serviço:\n\n- **Acme** : service excellent, confort impeccable'
  const start = answer.indexOf('Acme')
  expect(judgeSentiment(answer, [{ entity: 0, start, end: start + 4 }]).get(0)).toBeUndefined()
})

test('recognizes more than 95% of short non-English texts, including held-out ones', () => {
  for (const texts of Object.values(splitByKind(shortForeignTexts))) {
    const known = texts.filter(({ text }) => evidenceOfEnglish(text) < 0)
    console.log(`short non-English texts: ${known.length} of ${texts.length} known`)
    expect(known.length / texts.length).toBeGreaterThan(0.95)
  }
})

test('recognizes all English sentences as English', () => {
  const texts = [...labeledSentences, ...labeledHeadlines].map(({ text }) => text)
  expect(texts.filter((text) => evidenceOfEnglish(text) < 0)).toEqual([])
})

const answersPath = testData('answers/product-bench.jsonl')

test.skipIf(!answersPath)('recognizes all real English answers, and all but 1 in 2,000 lines', () => {
  const lines = readFileSync(answersPath ?? '', 'utf8')
    .trim()
    .split('\n')
  const answers = lines.map((line) => readVisibleText((JSON.parse(line) as { answer: string }).answer).text)
  expect(answers.filter((text) => evidenceOfEnglish(text) < 0)).toEqual([])
  const ofAnswers = answers.flatMap((text) => text.split('\n')).filter((line) => /\S\s+\S/.test(line))
  expect(ofAnswers.length).toBeGreaterThan(8000)
  expect(ofAnswers.filter((text) => evidenceOfEnglish(text) < 0).length).toBeLessThanOrEqual(ofAnswers.length / 2000)
})
