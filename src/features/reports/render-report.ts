import { type Html, html, htmlText } from '../../lib/text/html-template.ts'
import { cards, changesPart, cutNote, enginesPart, rivalsPart } from './render-figures.ts'
import type { ReportResponse } from './report.ts'
import { sectionLimits } from './report-content.ts'
import {
  count,
  counted,
  dollars,
  experimentVerdict,
  floorWords,
  market,
  type NameEngine,
  percent,
  signed,
  unknown,
  warningsOf,
  withdrawalWords,
} from './report-format.ts'
import { formatDay, formatDayRange } from './report-period.ts'
import { partOf } from './report-rows.ts'

/** Styles for screens, print and dark mode. */
const reportStyle = html`
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

/**
 * Renders a report as one HTML page without scripts or external resources, for browsers and print. Each
 * figure is in a `data` element with the exact value of the API, and shown rounded.
 */
export function renderReport(report: ReportResponse, nameEngine: NameEngine): string {
  const { brand_name, title, created_at } = report
  return htmlText(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${brand_name}: ${title}</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<p class="muted">${title}</p>
<h1><bdi>${brand_name}</bdi> in AI answers</h1>
<p class="muted small">${basis(report)} ${correction(report)}</p>
${withdrawalWords(report.withdrawn).map((words) => html`<p class="muted small">${words}</p>`)}
${lead(report)}
${cards(report)}
</header>
<main>
${[changesPart(report), enginesPart(report, nameEngine), alertsPart(report, nameEngine), rivalsPart(report)]}
${[trafficPart(report, nameEngine), goalsPart(report)]}
${[sourcesPart(report), experimentsPart(report), opportunitiesPart(report), sitePart(report), spendingPart(report, nameEngine)]}
</main>
<footer class="muted small">
<p>Made by Sightline on ${formatDay(created_at.slice(0, 10))}, from the answers stored then. Days are UTC days.
The confidence intervals are 95% intervals and cover random variation only: first with other prompts or topics like these, then with
exactly these prompts on other days. An arrow marks a real change: one that was tested on the same prompts, engines and markets in both
periods.</p>
${missingWords(report)}
</footer>
</body>
</html>
`)
}

function basis(report: ReportResponse): Html | undefined {
  const meta = partOf(report, 'figures')?.meta
  if (meta === undefined) return undefined
  // Other titles already contain the days.
  const days = report.rhythm === 'month' && html`${formatDayRange(report.period)} · `
  return html`${days}${counted(meta.answers, 'answer')} to ${counted(meta.prompts, 'prompt')} · compared with
    ${formatDayRange(report.previous_period)}${isPartial(report) && ' · the last day is a partial day'}`
}

const isPartial = ({ period, created_at, corrected_at }: ReportResponse) =>
  (corrected_at ?? created_at).slice(0, 10) <= period.end_date

/** The texts of the API about the brand's change. Reports of older releases have only the summary. */
function lead({ headline, cause, summary }: ReportResponse): Html | undefined {
  if (headline === null) return summary === null ? undefined : html`<p class="lead">${summary}</p>`
  return html`<p class="lead">${headline} ${cause}</p>
${summary !== null && html`<p class="muted">${summary}</p>`}`
}

const correction = ({ corrected_at }: ReportResponse) =>
  corrected_at !== null && html`<b>Corrected on ${formatDay(corrected_at.slice(0, 10))}.</b>`

function alertsPart(report: ReportResponse, nameEngine: NameEngine): Html | undefined {
  const alerts = partOf(report, 'alerts')?.data ?? []
  if (alerts.length === 0) return undefined
  return html`<section><h2>Alerts</h2>
<ul>
${alerts.map(
  ({ engine, country, summary, raised_at }) =>
    html`<li><bdi>${summary}</bdi>
<span class="muted small">${nameEngine(engine)}, ${market(country)}, raised ${formatDay(raised_at.slice(0, 10))}</span></li>`,
)}
</ul>${cutNote(alerts.length, sectionLimits.alerts)}</section>`
}

const owners: Readonly<Record<string, string>> = { brand: 'own site', competitor: 'competitor' }

function sourcesPart(report: ReportResponse): Html | undefined {
  const sources = partOf(report, 'sources')?.data ?? []
  if (sources.length === 0) return undefined
  return html`<section><h2>Most cited sites</h2>
<table><thead><tr><th>Site</th><th>Owner</th><th class="number">Answers</th><th class="number">Share</th></tr></thead>
<tbody>
${sources.map(
  ({ domain, answer_count, share_of_answers_pct, owner: { type, name } }) =>
    html`<tr><td><bdi>${domain}</bdi></td>
<td>${owners[type]} ${type === 'competitor' && html`<bdi>${name}</bdi>`}</td>
<td class="number"><data value="${answer_count}">${count(answer_count)}</data></td>
<td class="number"><data value="${share_of_answers_pct}">${percent(share_of_answers_pct)}</data></td></tr>`,
)}
</tbody></table>${cutNote(sources.length, sectionLimits.sources)}</section>`
}

function trafficPart(report: ReportResponse, nameEngine: NameEngine): Html | undefined {
  const traffic = partOf(report, 'traffic')
  if (traffic === undefined || traffic.data.length === 0) return undefined
  const atLeast = (visits: number) =>
    html`<td class="number">at least <data value="${visits}">${count(visits)}</data></td>`
  return html`<section><h2>Visits from AI engines</h2>
<p class="muted small">${floorWords} Before: ${formatDayRange(traffic.meta.previous_period)}.</p>
<table><thead><tr><th>Engine</th><th class="number">Before</th><th class="number">Now</th><th class="number">Paid</th></tr></thead>
<tbody>
${traffic.data.map(
  ({ engine, visits, previous_visits, paid_visits }) =>
    html`<tr><td>${nameEngine(engine)}</td>${[previous_visits, visits, paid_visits].map(atLeast)}</tr>`,
)}
</tbody></table></section>`
}

function goalsPart(report: ReportResponse): Html | undefined {
  const goals = partOf(report, 'goals')
  if (goals === undefined || goals.meta.visits === 0 || goals.data.length === 0) return undefined
  return html`<section><h2>Goals of these visits</h2>
<p class="muted small">Rates are of ${counted(goals.meta.visits, 'counted visit')} from AI engines.</p>
<table><thead><tr><th>Goal</th><th class="number">Visits</th><th class="number">Rate</th><th>95% interval</th></tr></thead>
<tbody>
${goals.data.map(
  ({ name, visits, rate_pct, rate_low, rate_high }) =>
    html`<tr><td><bdi>${name}</bdi></td><td class="number">at least <data value="${visits}">${count(visits)}</data></td>
<td class="number"><data value="${rate_pct}">${percent(rate_pct)}</data></td>
<td>${percent(rate_low)} to ${percent(rate_high)}</td></tr>`,
)}
</tbody></table></section>`
}

function experimentsPart(report: ReportResponse): Html | undefined {
  const rows = partOf(report, 'experiments')?.data ?? []
  if (rows.length === 0) return undefined
  return html`<section><h2>Experiments</h2>
<p class="muted small">Effects are changes of treated prompts less those of controls, with their interval.</p>
<table><thead><tr><th>Experiment</th><th>Verdict</th><th class="number">Effect</th><th>Result, and checks with a warning</th></tr></thead>
<tbody>
${rows.map(
  ({ name, ended_on, verdict, headline, effect, checks }) =>
    html`<tr><td><bdi>${name}</bdi><br><span class="muted small">to ${formatDay(ended_on)}</span></td>
<td>${experimentVerdict(verdict)}</td>
<td class="number">${effect === null ? unknown : html`<data value="${effect.value}">${signed(effect.value)}</data>`}</td>
<td class="small">${[headline, ...warningsOf(checks)].map((words) => html`<p><bdi>${words}</bdi></p>`)}</td></tr>`,
)}
</tbody></table>${cutNote(rows.length, sectionLimits.experiments)}</section>`
}

function opportunitiesPart(report: ReportResponse): Html | undefined {
  const rows = partOf(report, 'opportunities')?.data ?? []
  if (rows.length === 0) return undefined
  return html`<section><h2>What to do next</h2>
<ul>
${rows.map(
  ({ title, expected_reach, due_on }) =>
    html`<li><bdi>${title}</bdi> <span class="muted small">reaches
<data value="${expected_reach}">${count(expected_reach)}</data> answers${due_on && `, due ${formatDay(due_on)}`}</span></li>`,
)}
</ul>${cutNote(rows.length, sectionLimits.opportunities)}</section>`
}

function sitePart(report: ReportResponse): Html | undefined {
  const audits = partOf(report, 'audits')?.data ?? []
  const issues = partOf(report, 'issues')?.data ?? []
  if (audits.length + issues.length === 0) return undefined
  return html`<section><h2>Site health</h2>
${audits.map(
  ({ domain, status, ended_at, pages_done, problem }) =>
    html`<p>Audit of <bdi>${domain}</bdi>${ended_at !== null && ` on ${formatDay(ended_at.slice(0, 10))}`}: ${status},
${count(pages_done)} pages read${problem !== null && html`; <bdi>${problem}</bdi>`}.</p>`,
)}
${
  issues.length > 0 &&
  html`<table><thead><tr><th>Open issue</th><th>Severity</th><th class="number">Pages</th></tr></thead>
<tbody>
${issues.map(
  ({ name, severity, affected_pages }) =>
    html`<tr><td><bdi>${name}</bdi></td><td>${severity}</td>
<td class="number"><data value="${affected_pages}">${count(affected_pages)}</data></td></tr>`,
)}
</tbody></table>${cutNote(issues.length, sectionLimits.issues)}`
}</section>`
}

function spendingPart(report: ReportResponse, nameEngine: NameEngine): Html | undefined {
  const spending = partOf(report, 'spending')
  if (spending === undefined || spending.data.length === 0) return undefined
  const cells = ({ planned, collected, failed, cost_usd }: (typeof spending.data)[number]) =>
    html`<td class="number">${count(planned)}</td><td class="number">${count(collected)}</td>
<td class="number">${count(failed)}</td><td class="number"><data value="${cost_usd}">${dollars(cost_usd)}</data></td>`
  return html`<section><h2>Collection and spending</h2>
<table><thead><tr><th>Engine</th><th class="number">Planned</th><th class="number">Answers</th><th class="number">Failed</th>
<th class="number">Cost</th></tr></thead>
<tbody>
${spending.data.map((row) => html`<tr><td>${nameEngine(row.engine ?? '')}</td>${cells(row)}</tr>`)}
<tr><td>Together</td>${cells(spending.meta.total)}</tr>
</tbody></table></section>`
}

const missingWords = ({ unavailable }: ReportResponse) =>
  unavailable.length > 0 && html`<p>Not shown because the API key lacks the scope: ${unavailable.join(', ')}.</p>`
