import { expect, test } from 'vitest'
import { extractRtf } from './rtf.ts'

const read = (text: string) => extractRtf(Buffer.from(text, 'latin1'))

test('paragraphs and headings of RTF, without fonts, styles, pictures and what else is not read', () => {
  const text = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Helvetica;}}{\colortbl;\red0\green0\blue0;}
{\stylesheet{\s1 heading 1;}}{\info{\title Not shown}{\author Nobody}}{\*\generator Writer;}
{\header Page head\par}\pard\s1\outlinelevel0\b Boots\b0\par
\pard\plain Sewn in {\i Tampere}\line by hand, \'80\~49.\par
{\pict\pngblip 89504e47}{\field{\*\fldinst HYPERLINK "https://acme.example"}{\fldrslt our shop}}{\v hidden}\par
{\footnote A note}\trowd\cellx100 Size\cell 42\cell\row\pard Last \{one\} \\ two}`
  expect(read(text)).toEqual([
    { text: 'Boots', level: 1 },
    { text: 'Sewn in Tampere\nby hand, €\u00a049.' },
    { text: 'our shop' },
    { text: 'A note Size 42' },
    { text: 'Last {one} \\ two' },
  ])
})

test.each([
  [String.raw`{\rtf1\ansi\uc1 K\u246?ln \u8364 ?5 \u-10179?\u-8704?}`, 'Köln €5 😀'],
  [String.raw`{\rtf1\ansi\uc2 K\u246 \'94\'fcln {\uc0 \u246 n}}`, 'Köln ön'],
  [String.raw`{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2}`, 'Привет'],
  [
    String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0 A;}{\f1\fcharset128 B;}}\f0 a\'e9 {\f1 \'93\'fa\'96\'7b}\'e9}`,
    'aé 日本é',
  ],
  [String.raw`{\rtf1\mac K\'9aln}`, 'Köln'],
  [
    String.raw`{\rtf1\ansi\lquote a\rquote \ldblquote b\rdblquote \endash\emdash\bullet\tab c}`,
    '‘a’“b”–—• c',
  ],
  [String.raw`{\rtf1\ansi before{\*\shppict{\pict\bin5 }}}{}}}after} rest`, 'beforeafter'],
])('letters of RTF as they are written: %s', (text, shown) => {
  expect(read(text)).toEqual([{ text: shown }])
})

test('numbers of headings, shapes and lines as word processors write them', () => {
  const text = String.raw`{\rtf1\ansi\pard\outlinelevel1{\listtext\pard\plain 1.2\tab}Care\par\pard
{\shp{\*\shpinst{\sp{\sn pib}{\sv 1}}{\shptxt In a box\par}}}One\
two {\b\outlinelevel0 bold}\par}`
  expect(read(text)).toEqual([
    { text: '1.2 Care', level: 2 },
    { text: 'In a box' },
    { text: 'One' },
    { text: 'two bold' },
  ])
})

test('RTF that ends in the middle, or is nested very deeply, is read as far as it goes', () => {
  expect(read(String.raw`{\rtf1 Sewn in {\b Tamp`)).toEqual([{ text: 'Sewn in Tamp' }])
  expect(read(String.raw`{\rtf1 x\'`)).toEqual([{ text: 'x' }])
  expect(read(`{\\rtf1 ${'{'.repeat(200_000)}deep`)).toEqual([{ text: 'deep' }])
})
