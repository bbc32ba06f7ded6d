import fc from 'fast-check'

const version = fc
  .tuple(fc.integer({ min: 1, max: 190 }), fc.nat(9), fc.nat(9999), fc.nat(250))
  .map((numbers) => numbers.join('.'))
const short = fc.tuple(fc.integer({ min: 1, max: 190 }), fc.nat(9)).map((numbers) => numbers.join('.'))
const language = fc.constantFrom('en-US', 'de', 'zh-CN', 'pt_BR')

const desktop = fc.constantFrom(
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'X11; CrOS x86_64 14541.0.0',
  'X11; Ubuntu; Linux aarch64',
)
const device = fc.constantFrom('Pixel 9', 'SM-S928B', 'LCC-AN00', 'Cursor X1', 'CPH2581', 'K', 'moto g(7) play')
const android = fc
  .tuple(fc.integer({ min: 5, max: 16 }), device)
  .map(([system, model]) => `Linux; Android ${system}; ${model}`)
const iPhone = fc.integer({ min: 9, max: 26 }).map((system) => `iPhone; CPU iPhone OS ${system}_1 like Mac OS X`)

const chromium = (platform: string, engine: string) =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${engine}`
const webKit = (platform: string) => `Mozilla/5.0 (${platform}) AppleWebKit/605.1.15 (KHTML, like Gecko)`

/** User agents of browsers, including browsers embedded in apps. */
export const browserUserAgent: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(desktop, version, fc.constantFrom('', ' Edg/', ' OPR/', ' Vivaldi/', ' YaBrowser/'), short)
    .map(([on, engine, brand, of]) => `${chromium(on, engine)} Safari/537.36${brand && `${brand}${of}`}`),
  fc
    .tuple(android, version, fc.constantFrom('', ' SamsungBrowser/27.0', ' DuckDuckGo/5', ' Instagram 309.1.0'))
    .map(([on, engine, brand]) => `${chromium(on, engine)} Mobile Safari/537.36${brand}`),
  fc.tuple(desktop, short).map(([on, of]) => `Mozilla/5.0 (${on}; rv:${of}) Gecko/20100101 Firefox/${of}`),
  fc.tuple(iPhone, short).map(([on, of]) => `${webKit(on)} Version/${of} Mobile/15E148 Safari/604.1`),
  fc
    .tuple(iPhone, short, language)
    .map(([on, of, in_]) => `${webKit(on)} Mobile/22F76 [FBAN/FBIOS;FBAV/${of};FBLC/${in_};FBOP/5]`),
  fc
    .tuple(android, version)
    .map(([on, engine]) => `${chromium(on, engine)} Mobile Safari/537.36 MicroMessenger/8.0.49 NetType/WIFI`),
  fc
    .tuple(desktop, version, fc.constantFrom('Slack', 'Discord', 'Codex', 'Notion', 'VSCodium'))
    .map(([on, engine, app]) => `${chromium(on, engine)} ${app}/1.2.3 Electron/39.2.7 Safari/537.36`),
  fc
    .integer({ min: 6, max: 11 })
    .map((of) => `Mozilla/4.0 (compatible; MSIE ${of}.0; Windows NT 6.1; Trident/4.0; SLCC2; .NET CLR 2.0.50727)`),
  // Sent by phones to preview a link in a message.
  fc.constant(
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  ),
)
