import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testData } from '../../../testing/test-data.ts'
import { extractPdf } from '../extraction/pdf.ts'
import { summarize } from './summarise.ts'

const folder = testData('pdfs/debian')

test.skipIf(folder === undefined).each([
  ['debian-faq', /^Debian GNU\/Linux is a particular distribution of the Linux operating system/],
  ['fhs-3.0', /^This standard consists of a set of requirements and guidelines for file and directory placement/],
])('the summary of %s has no license text and no table of contents', async (name, beginning) => {
  const bytes = readFileSync(`${folder}/${name}.pdf`)
  const { blocks } = await extractPdf(new Uint8Array(bytes), 5000)
  const summary = summarize(blocks)
  expect(summary).toMatch(beginning)
  expect(summary).not.toMatch(/permission|copyright|trademark|abstract/i)
})

const boots = 'Our boots are sewn in Tampere by hand and by us. They are mended in Tampere for as long as they last.'

test.each([
  'Permission is hereby granted to copy our boots and this text by hand, as long as they last.',
  'Copyright © 2024 Acme Oy of Tampere, where our boots are sewn by hand and mended for as long as they last.',
  'No part of this book of our boots may be sewn, mended or copied by hand without asking us in Tampere.',
  'Acme, the boots of Acme and Tampere are registered trademarks of Acme Oy, as long as they last.',
  'Alle Rechte vorbehalten: our boots are sewn in Tampere by hand, and mended for as long as they last.',
  'Tous droits réservés : our boots are sewn in Tampere by hand, and mended for as long as they last.',
  'Todos los derechos reservados: our boots are sewn in Tampere by hand, and mended as long as they last.',
])('“%s” is not part of a summary', (text) => {
  expect(summarize([{ text }, { text: boots }])).toBe(boots)
})

test('summarizes a document about rights like any other', () => {
  const text = 'The copyright holder grants the rights below. You may copy the work under the terms of this licence.'
  expect(summarize([{ text: 'Rights' }, { text }])).toBe(text)
})

test('omits formulas, and short sentences that only fill the remaining space', () => {
  const long = (number: number) =>
    `Topologische Räume ${number} verallgemeinern ${'metrische Räume und Abstände '.repeat(8)}.`
  const texts = [
    'Sei X ein Raum, x in U, U in T und V in T, dann ist U in X und V in X offen in X.',
    'Ist X ein Raum, x in U, U in T und V in T, so ist auch U in X und V in X offen in X.',
    ...[long(1), long(2), long(3)],
    'Viel Vergnügen beim Lesen wünscht der Autor!',
  ]
  expect(summarize(texts.map((text) => ({ text })))).toBe(`${long(1)} ${long(2)}`)
})
