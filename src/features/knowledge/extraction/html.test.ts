import { expect, test } from 'vitest'
import { extractHtml } from './html.ts'

const textOf = (html: string) =>
  extractHtml(html)
    .map(({ text }) => text)
    .join(' | ')

const sentence = 'Our boots are sewn by hand in Tampere, from leather that is tanned with bark. '
const article = `<h1>Boots</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(4)}`

test('extracts a short page without navigation, forms and dialogs', () => {
  const page = `<html><head><title>x</title></head><body><nav>Menu</nav><div role="dialog">We use cookies</div>
    <h1>Opening hours</h1><p>Nine to five.<form>Your address <input><button>Subscribe</button></form>
    <aside>Also read</aside><dialog open>Accept</dialog><footer>Imprint</footer></body></html>`
  expect(textOf(page)).toBe('Opening hours | Nine to five.')
})

test.each([
  ['<form><nav>Menu</nav><p>Nine to five.</p></form>', 'Nine to five.'],
  [
    '<a href=#m>Skip to content</a><form id=m><h1>Hours</h1><p>Nine to five.</p></form>',
    'Skip to content | Hours | Nine to five.',
  ],
  ['<body style="visibility:hidden"><p>Nine to five.', 'Nine to five.'],
  ['<html style="display:none"><p>Nine to five.', 'Nine to five.'],
  ['<nav>Shop<i hidden>no</i></nav><footer>Imprint</footer>', 'Shop | Imprint'],
])('keeps navigation or form text if the page has nothing else: %s', (page, text) => {
  expect(textOf(page)).toBe(text)
})

const hidden = [
  '<p hidden>secret',
  '<p HIDDEN="until-found">secret',
  '<div aria-hidden="true">secret <p>secret</p> secret</div>',
  '<p style="color: red; DISPLAY : none !important">secret <b>secret</b></p>',
  '<section style="visibility:hidden"><svg hidden/><img hidden>secret</section>',
  '<ul><li STYLE=display:none>secret<li>Seen.</ul>',
  '<table hidden><tr><td>secret</table>',
  '<video>secret</video><noframes>secret</noframes>',
]
test.each(hidden)('never extracts hidden text: %s', (part) => {
  const whole = [`<p>Before.</p>${part}<p>After.</p>`, part, `<form>${part}</form>`, `<nav>${part}</nav>`]
  const deep = `${'<div>'.repeat(300)}${part}<p>After.</p>`
  const main = `<html><body><article>${article}${part}${article}</article></body></html>`
  for (const page of [...whole, deep, main]) expect(textOf(page)).not.toContain('secret')
  expect(textOf(whole[0] as string)).toMatch(/^Before\. .*After\.$/)
  expect(textOf(main).match(/Tampere/g)).toHaveLength(32)
})

test('ignores styles that do not hide text, and joins or splits words around hidden elements correctly', () => {
  expect(textOf('<p style="--display:none; content-visibility:hidden; display:none-such">Seen.')).toBe('Seen.')
  expect(textOf('<p>An unbeliev<i hidden>no</i>able <p>case<div hidden>no</div>ends')).toBe(
    'An unbelievable | case | ends',
  )
})

test.each([
  '<!doctype html><head><title>x</title><p>Hello there.',
  '<!doctype html><title>x</title><meta charset=utf-8><p>Hello there.',
  '<!doctype html><html><head><title>x</title><style>p{}</style><script>no()</script>Hello there.',
])('ends the head at the first element or text that is not allowed in it: %s', (page) => {
  expect(textOf(page)).toBe('Hello there.')
})

const section = (name: string, words: string) =>
  `<div class="sect1"><h2>${name}</h2><div class="body"><p>${words.repeat(8)}</p></div></div>`

test('extracts all sections of a manual, not only the longest', () => {
  const options = `<dt>Sole</dt><dd><p>${sentence.repeat(3)}</p></dd>`.repeat(12)
  const long = `<div class="sect1"><h2>Soles</h2><div class="body"><div class="dlist"><dl>${options}</dl></div></div></div>`
  const manual = `<html><head><title>Boots</title></head><body><div id="header"><h1>Boots</h1></div><div id="content">
    ${section('Laces', 'Tie the laces twice before you walk. ')}${long}
    <div class="sect1"><h2>Wax</h2><div class="body"><dl><dt>Winter</dt><dd>${'Wax them every week, as salt dries the leather. '.repeat(6)}</dd></dl></div></div>
    </div><div class="comments sect1"><p>${'I bought mine for far less at the harbour. '.repeat(9)}</p></div></body></html>`
  const text = textOf(manual)
  for (const part of ['Laces', 'Tie the laces', 'Soles', 'Tampere', 'Wax | Winter | Wax them'])
    expect(text).toContain(part)
  expect(text).not.toContain('harbour')
})

test('keeps a box as long as a section, whatever its class, but not share buttons and newsletter offers', () => {
  const box = `<div class="sidebar"><p class="title">TIP Wet boots</p><p>${'Never dry them beside a fire. '.repeat(12)}</p></div>`
  const share = '<div class="share-buttons"><a href="#a">Send</a> <a href="#b">Print</a></div>'
  const offer = `<div class="newsletter sidebar"><p>${'Our letter comes once a month and tells of sales. '.repeat(9)}</p></div>`
  const text = textOf(`<html><body><div class="page">${article}${box}${share}${offer}${article}</div></body></html>`)
  expect(text).toContain('TIP Wet boots | Never dry them beside a fire.')
  expect(text).not.toMatch(/Print|monthly|once a month/)
})

test('an image or a script does not split its sentence', () => {
  expect(textOf('<p>Cut along <img src="line.png"> the<script>x()</script> line.')).toBe('Cut along the line.')
})

test('keeps link text whose href is a script', () => {
  const words = `<p>Oil the <a href="javascript:show(1)">welted soles</a> each year. ${sentence}</p>`
  expect(textOf(`<html><body><article>${words}${article}</article></body></html>`)).toContain(
    'Oil the welted soles each year.',
  )
})
