import { describe, expect, it } from 'vitest'
import { decodeHtml } from './decode-html.ts'

const utf8 = (text: string) => Buffer.from(text)
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const decode = (body: Buffer, contentType = 'text/html', isCut = false) => {
  const { text, encoding } = decodeHtml(body, contentType, isCut)
  return { text, ...encoding }
}

describe('the encoding of a page', () => {
  it.each([
    [
      'a byte order mark wins over all',
      Buffer.from('\ufeffé', 'utf16le'),
      'text/html; charset=utf-8',
      'é',
      'utf-16le',
      'bom',
    ],
    ['so does that of UTF-8', utf8('\ufeffé'), 'text/html; charset=latin1', 'é', 'utf-8', 'bom'],
    [
      'then the header',
      latin1('é<meta charset=utf-8>'),
      'text/html;Charset="ISO-8859-1"',
      'é<meta charset=utf-8>',
      'windows-1252',
      'header',
    ],
    [
      'then the page',
      latin1('<meta charset=latin1>é'),
      'text/html',
      '<meta charset=latin1>é',
      'windows-1252',
      'meta',
    ],
    [
      'in the old way',
      latin1('<META http-equiv=x content="a; charset=windows-1251">\xff'),
      '',
      '<META http-equiv=x content="a; charset=windows-1251">я',
      'windows-1251',
      'meta',
    ],
    [
      'or as XML does',
      latin1('<?xml version="1.0" encoding="koi8-r"?>\xc1'),
      '',
      '<?xml version="1.0" encoding="koi8-r"?>а',
      'koi8-r',
      'meta',
    ],
    ['a label that nobody knows is none', utf8('é'), 'text/html; charset=none', 'é', 'utf-8', 'guess'],
    ['without any, UTF-8 is seen', utf8('é'), 'text/html', 'é', 'utf-8', 'guess'],
    ['and what is not', latin1('é'), 'text/html', 'é', 'windows-1252', 'guess'],
    [
      'a page that says UTF-16 in single bytes is not',
      utf8('<meta charset=utf-16>é'),
      '',
      '<meta charset=utf-16>é',
      'utf-8',
      'meta',
    ],
  ] as const)('%s', (_what, body, contentType, text, name, source) => {
    expect(decode(body, contentType)).toMatchObject({ text, name, source, isBroken: false })
  })

  it('is looked for in the first 1024 bytes, and not in comments', () => {
    expect(decode(utf8(`${' '.repeat(1024)}<meta charset=latin1>`)).source).toBe('guess')
    expect(decode(utf8('<!-- <meta charset=latin1> --><meta charset=utf-8>')).name).toBe('utf-8')
  })

  it('is broken where bytes mean nothing in it', () => {
    expect(decode(latin1('<meta charset=utf-8>é'))).toMatchObject({
      isBroken: true,
      text: '<meta charset=utf-8>\ufffd',
    })
  })

  it('is not broken by the end of what was read', () => {
    for (const [text, cut] of [
      ['aé', 1],
      ['a€', 1],
      ['a€', 2],
      ['a😀', 3],
      ['a😀', 1],
    ] as const) {
      const body = utf8(`<meta charset=utf-8>${text}`)
      expect(decode(body.subarray(0, body.length - cut), '', true)).toMatchObject({
        isBroken: false,
        text: '<meta charset=utf-8>a',
      })
    }
    expect(decode(utf8('é'), '', true).text).toBe('é')
  })

  it('is contradicted where header and page differ, other names of the same aside', () => {
    const page = utf8('<meta charset="utf-8">')
    expect(decode(page, 'text/html; charset=shift_jis').contradictedBy).toBe('utf-8')
    expect(decode(page, 'text/html; charset=UTF8').contradictedBy).toBeNull()
  })
})
