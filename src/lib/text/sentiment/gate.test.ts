import { expect, test } from 'vitest'
import { neutral, score } from '../../../testing/sentiment/judge.ts'

test.each([
  'In the Acme series Ozark, a smuggler threatens the family.',
  'Acme said its chairman retired, effective immediately.',
  'The merger with Acme was blocked by the regulator in 2011.',
  'Acme published “Dangerous Games” in 1998, the second book of the series.',
  'Acme was founded in Chicago in 1951 by two brothers who had won a prize.',
])('words that judge in other sentences only inform here: %s', (text) => {
  expect(score(text)).toBe(neutral)
})

test.each([
  ['Acme is reliable and easy to use.', 1],
  ['Acme is flimsy and overpriced.', -1],
  ['Reviewers praise the comfort of the Acme.', 1],
  ['Many buyers complain that their Acme leaks.', -1],
])('a sentence that judges still does: %s', (text, sign) => {
  expect(Math.sign(score(text) - neutral)).toBe(sign)
})
