import { html } from '../../lib/text/html-template.ts'

/** Styles for screens, print and dark mode. */
export const reportStyle = html`
:root { color-scheme: light dark; --ink: #1c1a17; --muted: #635d54; --line: #e6e1d8; --paper: #fff; --accent: #1f4fc9;
  --soft: #a9bdec; --good: #14713f; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #f2eee7; --muted: #a8a094; --line: #3a362f; --paper: #1d1b18;
  --accent: #8fb0ff; --soft: #4c69b0; --good: #6fce97; --bad: #ff9a92 } }
@media print { :root { color-scheme: light; --ink: #1c1a17; --muted: #635d54; --line: #e6e1d8; --paper: #fff;
  --accent: #1f4fc9; --soft: #a9bdec; --good: #14713f; --bad: #b3261e } }
@page { size: A4; margin: 16mm 15mm }
* { box-sizing: border-box }
body { max-width: 50rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 "Inter", system-ui, "Segoe UI", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt } }
h1 { margin: 0; font-size: 1.7em; line-height: 1.25 }
h2 { margin: 0 0 .2em; font-size: 1.15em; break-after: avoid }
h3 { margin: 1em 0 0; font-size: 1em; break-after: avoid }
p { margin: 0 0 .5em }
section { margin-top: 2em }
.muted { color: var(--muted) }
.small { font-size: .88em }
.lead { margin-top: 1em; font-size: 1.15em }
.cards { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1.2rem; margin-top: 1.5em;
  padding: 1em 0; border: solid var(--line); border-width: 1px 0; break-inside: avoid }
.card b { display: block; font-size: 1.75em; line-height: 1.3 }
table { width: 100%; border-collapse: collapse; margin-top: .5em }
th { padding: .3em .8em .3em 0; color: var(--muted); font-weight: normal; font-size: .88em; text-align: left;
  vertical-align: bottom }
td { padding: .4em .8em .4em 0; border-top: 1px solid var(--line); vertical-align: top }
tr { break-inside: avoid }
th:last-child, td:last-child { padding-right: 0 }
.number { text-align: right; white-space: nowrap }
.ours td { font-weight: 600; color: var(--accent) }
.good { color: var(--good) } .bad { color: var(--bad) }
.bar { display: block; width: 7rem; max-width: 100%; height: 10px }
td:first-child { min-width: 7.5rem }
.range { white-space: nowrap }
.ours .muted { font-weight: normal }
td.small { font-weight: normal; color: var(--muted) }
@media (max-width: 34rem) { .wide { display: none } .cards { grid-template-columns: 1fr 1fr }
  td:first-child { min-width: 5rem } }
ul { margin: .4em 0 0; padding-left: 1.2em } li { margin-bottom: .35em }
footer { margin-top: 2.5em; padding-top: .8em; border-top: 1px solid var(--line) }
`
