/*
 * Texts that would execute if a page interpreted them: event handlers, script URLs, attribute escapes, scripts,
 * styles and comments in several spellings, each calling `pwned`, based on OWASP’s XSS filter evasion cheat sheet.
 * Also texts that could break a layout.
 */
const calls = ['pwned()', 'pwned`1`', '\u0070wned()', 'window["pwned"]()', '(pwned)()', 'setTimeout("pwned()")']

const carriers: ((call: string) => string)[] = [
  (call) => `<script>${call}</script>`,
  (call) => `<SCRIPT/x>${call}</SCRIPT>`,
  (call) => `<scr<script>ipt>${call}</scr</script>ipt>`,
  (call) => `<img src=x onerror=${call}>`,
  (call) => `<img src="x" OnErRoR='${call}'>`,
  (call) => `<img/src=x/onerror=${call}//`,
  (call) => `<svg onload=${call}>`,
  (call) => `<svg><script>${call}</script></svg>`,
  (call) => `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  (call) => `<body onload=${call}>`,
  (call) => `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  (call) => `<iframe src="javascript:parent.${call}"></iframe>`,
  (call) => `<a href="javascript:${call}">link</a>`,
  (call) => `<a href="java&#x0A;script:${call}">link</a>`,
  (call) => `[link](javascript:${call})`,
  (call) => `![image](x" onerror="${call})`,
  (call) => `<form action="javascript:${call}"><button>go</button></form>`,
  (call) => `<object data="javascript:${call}"></object>`,
  (call) => `<details open ontoggle=${call}>`,
  (call) => `<input autofocus onfocus=${call}>`,
  (call) => `<video><source onerror=${call}></video>`,
  (call) => `<style>@import "javascript:${call}";</style>`,
  (call) => `<div style="background:url(javascript:${call})">`,
  (call) => `<meta http-equiv="refresh" content="0;url=javascript:${call}">`,
  (call) => `<base href="javascript:${call}//">`,
  (call) => `"><script>${call}</script>`,
  (call) => `'-${call}-'`,
  (call) => `\${${call}}`,
  (call) => `{{constructor.constructor('${call}')()}}`,
  (call) => `</textarea><script>${call}</script>`,
  (call) => `</title><script>${call}</script>`,
  (call) => `<!--><script>${call}</script>-->`,
  (call) => `<![CDATA[<script>${call}</script>]]>`,
  (call) => `&lt;script&gt;${call}&lt;/script&gt;`,
  (call) => `\u202E<script>${call}</script>\u202C`,
  (call) => `<math><mtext><table><mglyph><style><img src=x onerror=${call}>`,
]

/** More than 200 texts that pages must show as plain text. */
export const scripts: readonly string[] = carriers.flatMap((carry) => calls.map(carry))

/** Texts that must not break the layout. */
export const unwieldy: readonly string[] = [
  'A'.repeat(100_000),
  `${'\u0301'.repeat(500)}Zalgo`,
  '\u202Eright to left without an end',
  '\u2066'.repeat(200),
  '\uFEFF\u200B\u00AD',
  'שלום '.repeat(2000),
  '＜ｓｃｒｉｐｔ＞',
  '|'.repeat(5000),
]
