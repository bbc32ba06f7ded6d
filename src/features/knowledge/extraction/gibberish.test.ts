import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longTest } from '../../../testing/forms.ts'
import { makePdf } from '../../../testing/knowledge/make-pdf.ts'
import { testData } from '../../../testing/test-data.ts'
import { isGibberish } from './gibberish.ts'
import { extractFormat } from './read-document.ts'

const limits = { pages: 5000 }
const sentence =
  'Our boots are sewn by hand in Tampere from leather that is tanned with bark, and last for many years when they are waxed each spring.'

/** Glyph numbers instead of characters, as fonts without a character map yield. */
const asGlyphs = (text: string) => [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) - 29))

const linesOf = (words: readonly string[]) =>
  Array.from({ length: 12 }, (_, line) => [words.slice(line * 12, line * 12 + 12).join(' '), 10] as const)

test.each([
  [
    'glyph numbers instead of letters',
    linesOf(Array.from({ length: 6 }, () => sentence.split(' ').map((word) => asGlyphs(word).join(''))).flat()),
  ],
  ['glyph numbers, also instead of spaces', [[asGlyphs(sentence).join(''), 10] as const]],
  [
    'symbols instead of letters',
    linesOf(Array.from({ length: 144 }, (_, n) => ['!"#$', '%&(!', ')*"+'][n % 3] as string)),
  ],
])('rejects a PDF with %s as gibberish', async (_, lines) => {
  await expect(extractFormat('pdf', new Uint8Array(makePdf([lines])), limits)).rejects.toThrow(
    /^the text in the PDF is gibberish.*run text recognition \(OCR\) on it and add it again$/,
  )
})

test('rejects text full of replacement characters as gibberish in any format', async () => {
  const lost = Buffer.from(
    'Gr\ufffd\ufffde aus K\ufffdln, sch\ufffdne Gr\ufffd\ufffde f\ufffdr \ufffdrger. '.repeat(20),
  )
  for (const format of ['text', 'html', 'markdown'] as const)
    await expect(extractFormat(format, lost, limits)).rejects.toThrow(
      'the text of the document is gibberish; save it as UTF-8 and add it again',
    )
})

test.each([
  [
    'Finnish',
    'Saappaamme ommellaan käsin Tampereella nahasta, joka on parkittu kuorella, ja ne kestävät vuosia, kun ne vahataan joka kevät. ',
  ],
  [
    'Hungarian',
    'Csizmáinkat kézzel varrják kéreggel cserzett bőrből, és sok évig tartanak, ha minden tavasszal viaszolják őket. ',
  ],
  [
    'Welsh',
    'Mae ein hesgidiau wedi eu gwnïo â llaw o ledr sydd wedi ei drin â rhisgl, ac maent yn para am flynyddoedd lawer. ',
  ],
  [
    'Vietnamese',
    'Giày của chúng tôi được khâu bằng tay từ da thuộc bằng vỏ cây và bền trong nhiều năm nếu được đánh sáp mỗi mùa xuân. ',
  ],
  [
    'Czech',
    'Naše boty jsou ručně šité z kůže vydělané kůrou a vydrží mnoho let, když se každé jaro navoskují. Strč prst skrz krk. ',
  ],
  [
    'Japanese',
    '私たちのブーツはタンペレで手縫いされ、樹皮でなめした革から作られており、毎年春にワックスを塗れば何年も長持ちします。',
  ],
  ['Arabic', 'أحذيتنا مخيطة يدويا من الجلد المدبوغ باللحاء وتدوم سنوات عديدة عندما تشمع كل ربيع. '],
  ['prices', 'Boot 42 ........ 119.00 € | Boot 43 ........ 121.00 € | ______________ | 4711-0815 | '],
  ['code', 'for (let i = 0; i < rows.length; i += 1) { if (rows[i] !== undefined) print(rows[i].name) } '],
])('does not report text in %s as gibberish', (_, text) => {
  expect(isGibberish(text.repeat(30))).toBe(false)
})

test('a few symbol-font characters or one garbled page of many are not gibberish', () => {
  expect(isGibberish(`\uf0b7 ${sentence}\n`.repeat(30))).toBe(false)
  const garbled = asGlyphs(sentence).join('').repeat(10)
  expect(isGibberish(`${sentence}\n`.repeat(50) + garbled)).toBe(false)
  expect(isGibberish('BXR-T4 KLM')).toBe(false)
})

const samples = testData('pdfs')

longTest('reports no sample document as gibberish', async ({ skip }) => {
  if (samples === undefined) return skip()
  const names = readdirSync(samples, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => one.endsWith('.pdf'))) {
    const read = extractFormat('pdf', new Uint8Array(readFileSync(`${samples}/${name}`)), limits)
    const outcome = await read.then(
      () => 'read',
      ({ message }: Error) => message,
    )
    expect(outcome, name).not.toContain('gibberish')
  }
})

test('text in which one character replaces all unsupported ones is gibberish', () => {
  const lost = '管管 Debian 管管管管管管管管管管管，管管管管 APT 管管管管管管管。'.repeat(6)
  const fine = '好好学习，天天向上。哈哈哈哈！手工制作的皮鞋，每一双都有自己的故事，'.repeat(6)
  expect([isGibberish(lost), isGibberish(fine)]).toEqual([true, false])
})
