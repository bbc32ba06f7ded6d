import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeAnnotatedPdf, makePredefinedPdf } from '../../../testing/knowledge/make-pdf.ts'
import { testData } from '../../../testing/test-data.ts'
import { textOf } from '../extracted.ts'
import { extractPdf } from './pdf.ts'

const textIn = async (bytes: Buffer) => textOf((await extractPdf(new Uint8Array(bytes), 5000)).blocks)

test.each([
  ['UniJIS-UCS2-H', 'Japan1', '624b7e2b3044306e97699774', '手縫いの革靴'],
  ['UniJIS-UTF16-H', 'Japan1', '624b7e2b3044306e97699774', '手縫いの革靴'],
  ['90ms-RKSJ-H', 'Japan1', '8ee8964482a282cc8a768c43', '手縫いの革靴'],
  ['EUC-H', 'Japan1', 'bceacba5a4a4a4ceb3d7b7a4', '手縫いの革靴'],
  ['UniGB-UCS2-H', 'GB1', '624b5de576ae978b', '手工皮鞋'],
  ['GBK-EUC-H', 'GB1', 'cad6b9a4c6a4d0ac', '手工皮鞋'],
  ['GB-EUC-H', 'GB1', 'cad6b9a4c6a4d0ac', '手工皮鞋'],
  ['UniCNS-UCS2-H', 'CNS1', '624b5de576ae978b', '手工皮鞋'],
  ['ETen-B5-H', 'CNS1', 'a4e2a475a5d6be63', '手工皮鞋'],
  ['UniKS-UCS2-H', 'Korea1', 'c218c81c0020ac00c8fd0020ad6cb450', '수제 가죽 구두'],
  ['KSCms-UHC-H', 'Korea1', 'bcf6c1a620b0a1c1d720b1b8b5ce', '수제 가죽 구두'],
])('extracts text in a font with the predefined character map %s', async (encoding, ordering, codes, text) => {
  expect(await textIn(makePredefinedPdf({ encoding, ordering }, Buffer.from(codes, 'hex')))).toBe(text)
})

test('extracts filled-in form fields with their labels', async () => {
  const fields = [
    '/Subtype/Widget/FT/Tx/T(f1_01)/TU(Full name)/V(Jane Doe)',
    '/Subtype/Widget/FT/Tx/T(Left open)/V()',
    '/Subtype/Widget/FT/Tx/T(Password)/Ff 8192/V(geheim)',
    '/Subtype/Widget/FT/Tx/T(Hidden)/F 2/V(unseen)',
    '/Subtype/Widget/FT/Ch/T(Size)/Opt[[(s)(Small)][(l)(Large)]]/V(l)',
    '/Subtype/Widget/FT/Btn/T(Waxed)/V/Yes/AS/Yes/AP<</N<</Yes 4 0 R/Off 4 0 R>>>>',
    '/Subtype/Widget/FT/Btn/T(Lined)/V/Off/AS/Off/AP<</N<</Yes 4 0 R/Off 4 0 R>>>>',
    '/Subtype/Widget/FT/Btn/Ff 65536/T(Send)/MK<</CA(Send)>>',
  ]
  const text = await textIn(makeAnnotatedPdf('Order of boots', fields))
  expect(text).toBe('Order of boots\n\nFull name: Jane Doe\n\nSize: Large\n\nWaxed: Yes')
})

test('extracts annotations after the text of their page, each once', async () => {
  const notes = [
    '/Subtype/Text/Contents(Ask Tampere about the soles.)/Popup 6 0 R',
    '/Subtype/Popup/Parent 5 0 R/Contents(Ask Tampere about the soles.)',
    '/Subtype/FreeText/Contents(Sewn by hand since 1921)/DA(/F 10 Tf)',
    '/Subtype/Link/Contents(A link)/A<</S/URI/URI(https://acme.example)>>',
    '/Subtype/Highlight/Contents()/QuadPoints[0 0 1 0 0 1 1 1]',
  ]
  expect(await textIn(makeAnnotatedPdf('Boots', notes))).toBe(
    'Boots\n\nAsk Tampere about the soles.\n\nSewn by hand since 1921',
  )
})

const samples = testData('pdfs/samples')

test.skipIf(samples === undefined)('extracts form values and annotations of real PDFs', async () => {
  const read = (name: string) => textIn(readFileSync(`${samples}/${name}`))
  const form = await read('012-libreoffice-form/libreoffice-form.pdf')
  expect(form).toContain('First Name: Alice')
  expect(form).toContain('First Name_2: Bob')
  const annotated = await read('024-annotations/annotated_pdf.pdf')
  for (const note of ['This is a text annotation.', 'Highlight comment', 'Hello world!'])
    expect(annotated).toContain(note)
})
