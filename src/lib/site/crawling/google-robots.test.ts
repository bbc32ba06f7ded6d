import { describe, expect, it } from 'vitest'
import { encodePattern, parseRobots, pathOf, productToken } from './robots.ts'

/**
 * Results of Google’s robots.txt parser (google/robotstxt, robots_test.cc, Apache-2.0): the file, and what each
 * crawler may (`+`) and may not (`-`) fetch. URLs without a scheme are on http://foo.bar.
 */
interface Facts {
  robots: string | Uint8Array
  facts: string[]
}

const lines = (...texts: string[]) => `${texts.join('\n')}\n`

function check({ robots, facts }: Facts) {
  const { isAllowed } = parseRobots(robots)
  const actual = facts.map((fact) => {
    const [, sign, token = '', url = ''] = /^([+-]) ([^/]*?) ?((?:\/|http).*)?$/.exec(fact) ?? []
    expect(sign, fact).toBeDefined()
    const isWhole = url === '' || url.startsWith('http')
    return `${isAllowed(token, isWhole ? url : `http://foo.bar${url}`) ? '+' : '-'}${fact.slice(1)}`
  })
  expect(actual).toEqual(facts)
}

const onlyX = (agent: string, [allow, disallow]: [string, string]) => lines(agent, `${allow}: /x/`, `${disallow}: /`)

const foo = (...rules: string[]) => lines('user-agent: FooBot', ...rules)

const standard: Record<string, Facts> = {
  'rules need a colon': { robots: foo('disallow: /'), facts: ['- FooBot /x/y'] },
  'ignores unknown field names': { robots: lines('foo: FooBot', 'bar: /'), facts: ['+ FooBot /x/y'] },
  'a new agent after rules starts a group, and groups of one agent are merged': {
    robots: lines(
      ...['allow: /foo/bar/', '', 'user-agent: FooBot', 'disallow: /', 'allow: /x/'],
      ...['user-agent: BarBot', 'disallow: /', 'allow: /y/', '', '', 'allow: /w/'],
      ...['user-agent: BazBot', '', 'user-agent: FooBot', 'allow: /z/', 'disallow: /'],
    ),
    facts: [
      ...['+ FooBot /x/b', '+ FooBot /z/d', '- FooBot /y/c', '+ BarBot /y/c', '+ BarBot /w/a'],
      ...['- BarBot /z/d', '+ BazBot /z/d', '- FooBot /foo/bar/', '- BarBot /foo/bar/', '- BazBot /foo/bar/'],
    ],
  },
  'a sitemap does not end a group': {
    robots: lines('User-agent: BarBot', 'Sitemap: https://foo.bar/sitemap', 'User-agent: *', 'Disallow: /'),
    facts: ['- FooBot /', '- BarBot /'],
  },
  'an unknown line does not end a group': {
    robots: lines('User-agent: FooBot', 'Invalid-Unknown-Line: unknown', 'User-agent: *', 'Disallow: /'),
    facts: ['- FooBot /', '- BarBot /'],
  },
  'uppercase field names': {
    robots: onlyX('USER-AGENT: FooBot', ['ALLOW', 'DISALLOW']),
    facts: ['+ FooBot /x/y', '- FooBot /a/b'],
  },
  'lowercase field names': {
    robots: onlyX('user-agent: FooBot', ['allow', 'disallow']),
    facts: ['+ FooBot /x/y', '- FooBot /a/b'],
  },
  'mixed-case field names': {
    robots: onlyX('uSeR-aGeNt: FooBot', ['AlLoW', 'dIsAlLoW']),
    facts: ['+ FooBot /x/y', '- FooBot /a/b'],
  },
  'an uppercase agent': {
    robots: onlyX('User-Agent: FOO BAR', ['Allow', 'Disallow']),
    facts: ['+ Foo /x/y', '- Foo /a/b', '+ foo /x/y', '- foo /a/b'],
  },
  'a lowercase agent': {
    robots: onlyX('User-Agent: foo bar', ['Allow', 'Disallow']),
    facts: ['+ Foo /x/y', '- Foo /a/b', '+ foo /x/y', '- foo /a/b'],
  },
  'a mixed-case agent': {
    robots: onlyX('User-Agent: FoO bAr', ['Allow', 'Disallow']),
    facts: ['+ Foo /x/y', '- Foo /a/b', '+ foo /x/y', '- foo /a/b'],
  },
  'no group': { robots: '', facts: ['+ FooBot /x/y'] },
  'the group for * applies to agents without their own group': {
    robots: lines('user-agent: *', 'allow: /', 'user-agent: FooBot', 'disallow: /'),
    facts: ['- FooBot /x/y', '+ BarBot /x/y'],
  },
  'without a group for *, other agents have no rules': {
    robots: foo('allow: /', 'user-agent: BarBot', 'disallow: /', 'user-agent: BazBot', 'disallow: /'),
    facts: ['+ QuxBot /x/y'],
  },
  'lowercase paths': { robots: foo('disallow: /x/'), facts: ['- FooBot /x/y'] },
  'uppercase paths': { robots: foo('disallow: /X/'), facts: ['+ FooBot /x/y'] },
  'the longest rule disallows': {
    robots: foo('disallow: /x/page.html', 'allow: /x/'),
    facts: ['- FooBot /x/page.html'],
  },
  'the longest rule allows': {
    robots: foo('allow: /x/page.html', 'disallow: /x/'),
    facts: ['+ FooBot /x/page.html', '- FooBot /x/'],
  },
  'empty rules': { robots: foo('disallow: ', 'allow: '), facts: ['+ FooBot /x/page.html'] },
  'equal rules': { robots: foo('disallow: /', 'allow: /'), facts: ['+ FooBot /x/page.html'] },
  'with and without a trailing slash': {
    robots: foo('disallow: /x', 'allow: /x/'),
    facts: ['- FooBot /x', '+ FooBot /x/'],
  },
  'equal rules for a page': {
    robots: foo('disallow: /x/page.html', 'allow: /x/page.html'),
    facts: ['+ FooBot /x/page.html'],
  },
  'a wildcard counts toward the length': {
    robots: foo('allow: /page', 'disallow: /*.html'),
    facts: ['- FooBot /page.html', '+ FooBot /page'],
  },
  'a wildcard counts like one character': {
    robots: foo('allow: /x/page.', 'disallow: /*.html'),
    facts: ['+ FooBot /x/page.html', '- FooBot /x/y.html'],
  },
  'rules for * are not added to the agent’s own rules': {
    robots: lines('User-agent: *', 'Disallow: /x/', 'User-agent: FooBot', 'Disallow: /y/'),
    facts: ['+ FooBot /x/page', '- FooBot /y/page'],
  },
  'a query that contains a URL': {
    robots: foo('Disallow: /', 'Allow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par'),
    facts: ['+ FooBot /foo/bar?qux=taz&baz=http://foo.bar?tar&par'],
  },
  'non-ASCII characters in a rule': {
    robots: foo('Disallow: /', 'Allow: /foo/bar/ツ'),
    facts: ['+ FooBot /foo/bar/%E3%83%84', '- FooBot /foo/bar/ツ'],
  },
  'encoded non-ASCII characters in a rule': {
    robots: foo('Disallow: /', 'Allow: /foo/bar/%E3%83%84'),
    facts: ['+ FooBot /foo/bar/%E3%83%84', '- FooBot /foo/bar/ツ'],
  },
  'unnecessary encoding in a rule': {
    robots: foo('Disallow: /', 'Allow: /foo/bar/%62%61%7A'),
    facts: ['- FooBot /foo/bar/baz', '+ FooBot /foo/bar/%62%61%7A'],
  },
  'a wildcard inside a path': {
    robots: foo('Disallow: /foo/bar/quz', 'Allow: /foo/*/qux'),
    facts: ['- FooBot /foo/bar/quz', '+ FooBot /foo/quz', '+ FooBot /foo//quz', '+ FooBot /foo/bax/quz'],
  },
  'an end anchor': {
    robots: foo('Disallow: /foo/bar$', 'Allow: /foo/bar/qux'),
    facts: ['- FooBot /foo/bar', '+ FooBot /foo/bar/qux', '+ FooBot /foo/bar/', '+ FooBot /foo/bar/baz'],
  },
  comments: {
    robots: foo('# Disallow: /', 'Disallow: /foo/quz#qux', 'Allow: /'),
    facts: ['+ FooBot /foo/bar', '- FooBot /foo/quz'],
  },
}

const longLine = (field: string) => '/x/'.padEnd(2083 * 8 - 3 - `${field}: `.length + 1, 'a')
const otherLongLine = longLine('allow').replaceAll('a', 'b')

/** Google’s own extensions, under the names in its tests. All of them pass here. */
const googleOnly: Record<string, Facts> = {
  'an empty file': { robots: '', facts: ['+ FooBot ', '+ '] },
  'an empty URL is the home page': { robots: foo('disallow: /'), facts: ['- FooBot ', '+  '] },
  'a missing colon': { robots: lines('user-agent FooBot', 'disallow /'), facts: ['- FooBot /x/y'] },
  'an agent name ends at the first space': {
    robots: lines('User-Agent: *', 'Disallow: /', 'User-Agent: Foo Bar', 'Allow: /x/', 'Disallow: /'),
    facts: ['+ Foo /x/y', '- Foo Bar /x/y'],
  },
  'an allow rule for index.html applies to its folder': {
    robots: lines('User-Agent: *', 'Allow: /allowed-slash/index.html', 'Disallow: /'),
    facts: [
      '+ foobot http://foo.com/allowed-slash/',
      '- foobot http://foo.com/allowed-slash/index.htm',
      '+ foobot http://foo.com/allowed-slash/index.html',
      '- foobot http://foo.com/anyother-url',
    ],
  },
  'a long disallow rule is cut off': {
    robots: foo(`disallow: ${longLine('disallow')}/qux`),
    facts: ['+ FooBot /fux', `- FooBot ${longLine('disallow')}/fux`],
  },
  'long allow rules are cut off': {
    robots: foo('disallow: /', `allow: ${longLine('allow')}/qux`, `allow: ${otherLongLine}/qux`),
    facts: ['- FooBot /', `+ FooBot ${longLine('allow')}/qux`, `+ FooBot ${otherLongLine}/fux`],
  },
  '/fish': {
    robots: foo('disallow: /', 'allow: /fish'),
    facts: [
      ...['- FooBot /bar', '+ FooBot /fish', '+ FooBot /fish.html', '+ FooBot /fish/salmon.html'],
      ...['+ FooBot /fishheads', '+ FooBot /fishheads/yummy.html', '+ FooBot /fish.html?id=anything'],
      ...['- FooBot /Fish.asp', '- FooBot /catfish', '- FooBot /?id=fish'],
    ],
  },
  '/fish*': {
    robots: foo('disallow: /', 'allow: /fish*'),
    facts: [
      ...['- FooBot /bar', '+ FooBot /fish', '+ FooBot /fish.html', '+ FooBot /fish/salmon.html'],
      ...['+ FooBot /fishheads', '+ FooBot /fishheads/yummy.html', '+ FooBot /fish.html?id=anything'],
      ...['- FooBot /Fish.bar', '- FooBot /catfish', '- FooBot /?id=fish'],
    ],
  },
  '/fish/': {
    robots: foo('disallow: /', 'allow: /fish/'),
    facts: [
      ...['- FooBot /bar', '+ FooBot /fish/', '+ FooBot /fish/salmon', '+ FooBot /fish/?salmon'],
      ...['+ FooBot /fish/salmon.html', '+ FooBot /fish/?id=anything'],
      ...['- FooBot /fish', '- FooBot /fish.html', '- FooBot /Fish/Salmon.html'],
    ],
  },
  '/*.php': {
    robots: foo('disallow: /', 'allow: /*.php'),
    facts: [
      ...['- FooBot /bar', '+ FooBot /filename.php', '+ FooBot /folder/filename.php'],
      ...['+ FooBot /folder/filename.php?parameters', '+ FooBot //folder/any.php.file.html'],
      ...['+ FooBot /filename.php/', '+ FooBot /index?f=filename.php/', '- FooBot /php/'],
      ...['- FooBot /index?php', '- FooBot /windows.PHP'],
    ],
  },
  '/*.php$': {
    robots: foo('disallow: /', 'allow: /*.php$'),
    facts: [
      ...['- FooBot /bar', '+ FooBot /filename.php', '+ FooBot /folder/filename.php'],
      ...['- FooBot /filename.php?parameters', '- FooBot /filename.php/', '- FooBot /filename.php5'],
      ...['- FooBot /php/', '- FooBot /filename?php', '- FooBot /aaaphpaaa', '- FooBot //windows.PHP'],
    ],
  },
  '/fish*.php': {
    robots: foo('disallow: /', 'allow: /fish*.php'),
    facts: [
      ...['- FooBot /bar', '+ FooBot /fish.php', '+ FooBot /fishheads/catfish.php?parameters'],
      '- FooBot /Fish.PHP',
    ],
  },
  'precedence: longer rule': {
    robots: foo('allow: /p', 'disallow: /'),
    facts: ['+ FooBot http://example.com/page'],
  },
  'precedence: equal length': {
    robots: foo('allow: /folder', 'disallow: /folder'),
    facts: ['+ FooBot http://example.com/folder/page'],
  },
  'precedence: wildcard': {
    robots: foo('allow: /page', 'disallow: /*.htm'),
    facts: ['- FooBot http://example.com/page.htm'],
  },
  'precedence: end anchor': {
    robots: foo('allow: /$', 'disallow: /'),
    facts: ['+ FooBot http://example.com/', '- FooBot http://example.com/page.html'],
  },
}

describe('results of Google’s parser that follow the RFC', () => {
  it.each(Object.entries(standard))('%s', (_name, facts) => check(facts))

  it.each([
    ['Foobot', true],
    ['Foobot-Bar', true],
    ['Foo_Bar', true],
    ['', false],
    ['ツ', false],
    ['Foobot*', false],
    [' Foobot ', false],
    ['Foobot/2.1', false],
    ['Foobot Bar', false],
  ])('"%s" is a valid product token: %s', (name, isToken) => {
    expect(name !== '' && productToken(name) === name).toBe(isToken)
  })

  it.each([
    ['\n', '\n', '\n'],
    ['\r\n', '\r\n', '\r\n'],
    ['\r', '\r', '\r'],
    ['\r\n', '\n', '\r\n'],
  ])('lines end with %j, %j or %j, and the last line may have no ending', (first, second, third) => {
    for (const end of [first, '']) {
      const robots = parseRobots(
        `User-Agent: foo${first}Allow: /some/path${second}User-Agent: bar${third}${third}${second}Disallow: /${end}`,
      )
      expect(robots.ruleFor('foo', 'http://foo.bar/some/path')).toEqual({
        line: 2,
        text: 'Allow: /some/path',
      })
      expect(robots.ruleFor('bar', 'http://foo.bar/')).toEqual({ line: 6, text: 'Disallow: /' })
      expect(robots.unknownLines).toEqual([])
    }
  })

  const bytes = (...parts: (number[] | string)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
  const twoLines = lines('User-Agent: foo', 'Allow: /AnyValue')

  it.each([
    ['complete', bytes([0xef, 0xbb, 0xbf], twoLines), 2, []],
    ['its first two bytes', bytes([0xef, 0xbb], twoLines), 2, []],
    ['its first byte', bytes([0xef], twoLines), 2, []],
    ['invalid', bytes([0xef, 0x11, 0xbf], twoLines), undefined, [1]],
    ['in the middle', bytes('User-Agent: foo\n', [0xef, 0xbb, 0xbf], 'Allow: /AnyValue\n'), undefined, [2]],
  ])('a byte order mark: %s', (_name, content, ruleLine, unknown) => {
    const robots = parseRobots(content)
    expect(robots.ruleFor('foo', 'http://foo.bar/AnyValue')?.line).toBe(ruleLine)
    expect(robots.unknownLines.map(({ line }) => line)).toEqual(unknown)
  })
})

describe('extensions of Google’s parser', () => {
  it.each(Object.entries(googleOnly))('%s', (_name, facts) => check(facts))

  it('finds sitemaps anywhere in the file', () => {
    const groups = ['User-Agent: foo', 'Allow: /some/path', 'User-Agent: bar', '', '']
    const sitemap = 'Sitemap: http://foo.bar/sitemap.xml'
    for (const robots of [lines(...groups, sitemap), lines(sitemap, ...groups)]) {
      expect(parseRobots(robots).sitemaps).toEqual(['http://foo.bar/sitemap.xml'])
    }
  })

  it.each([
    ['', '/'],
    ['http://www.example.com', '/'],
    ['http://www.example.com/', '/'],
    ['http://www.example.com/a', '/a'],
    ['http://www.example.com/a/', '/a/'],
    ['http://www.example.com/a/b?c=http://d.e/', '/a/b?c=http://d.e/'],
    ['http://www.example.com/a/b?c=d&e=f#fragment', '/a/b?c=d&e=f'],
    ['example.com', '/'],
    ['example.com/', '/'],
    ['example.com/a', '/a'],
    ['example.com/a/', '/a/'],
    ['example.com/a/b?c=d&e=f#fragment', '/a/b?c=d&e=f'],
    ['a', '/'],
    ['a/', '/'],
    ['/a', '/a'],
    ['a/b', '/b'],
    ['example.com?a', '/?a'],
    ['example.com/a;b#c', '/a;b'],
    ['//a/b/c', '/b/c'],
  ])('the path of "%s" is %s', (url, path) => {
    expect(pathOf(url)).toBe(path)
  })

  it.each([
    ['http://www.example.com', 'http://www.example.com'],
    ['/a/b/c', '/a/b/c'],
    ['á', '%C3%A1'],
    ['%aa', '%AA'],
  ])('"%s" is normalized to %s', (path, encoded) => {
    expect(encodePattern(path)).toBe(encoded)
  })
})
