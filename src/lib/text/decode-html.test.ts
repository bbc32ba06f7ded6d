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
      'a byte order mark has the highest priority',
      Buffer.from('\ufeffé', 'utf16le'),
      'text/html; charset=utf-8',
      'é',
      'utf-16le',
      'bom',
    ],
    ['a UTF-8 byte order mark does too', utf8('\ufeffé'), 'text/html; charset=latin1', 'é', 'utf-8', 'bom'],
    [
      'then the header',
      latin1('é<meta charset=utf-8>'),
      'text/html;Charset="ISO-8859-1"',
      'é<meta charset=utf-8>',
      'windows-1252',
      'header',
    ],
    [
      'then a meta element',
      latin1('<meta charset=latin1>é'),
      'text/html',
      '<meta charset=latin1>é',
      'windows-1252',
      'meta',
    ],
    [
      'or a meta http-equiv element',
      latin1('<META http-equiv=x content="a; charset=windows-1251">\xff'),
      '',
      '<META http-equiv=x content="a; charset=windows-1251">я',
      'windows-1251',
      'meta',
    ],
    [
      'or an XML declaration',
      latin1('<?xml version="1.0" encoding="koi8-r"?>\xc1'),
      '',
      '<?xml version="1.0" encoding="koi8-r"?>а',
      'koi8-r',
      'meta',
    ],
    ['an unknown label is ignored', utf8('é'), 'text/html; charset=none', 'é', 'utf-8', 'guess'],
    ['UTF-8 is detected without a label', utf8('é'), 'text/html', 'é', 'utf-8', 'guess'],
    ['and so is Windows-1252', latin1('é'), 'text/html', 'é', 'windows-1252', 'guess'],
    [
      'a page that declares UTF-16 in single bytes is UTF-8',
      utf8('<meta charset=utf-16>é'),
      '',
      '<meta charset=utf-16>é',
      'utf-8',
      'meta',
    ],
  ] as const)('%s', (_what, body, contentType, text, name, source) => {
    expect(decode(body, contentType)).toMatchObject({ text, name, source, isBroken: false })
  })

  it('is declared in the first 1024 bytes, outside comments', () => {
    expect(decode(utf8(`${' '.repeat(1024)}<meta charset=latin1>`)).source).toBe('guess')
    expect(decode(utf8('<!-- <meta charset=latin1> --><meta charset=utf-8>')).name).toBe('utf-8')
  })

  it('is broken if bytes are invalid in it', () => {
    expect(decode(latin1('<meta charset=utf-8>é'))).toMatchObject({
      isBroken: true,
      text: '<meta charset=utf-8>\ufffd',
    })
  })

  it('is not broken by a truncated character at the end', () => {
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

  it('is contradicted if header and page differ, except for aliases', () => {
    const page = utf8('<meta charset="utf-8">')
    expect(decode(page, 'text/html; charset=shift_jis').contradictedBy).toBe('utf-8')
    expect(decode(page, 'text/html; charset=UTF8').contradictedBy).toBeNull()
  })
})
