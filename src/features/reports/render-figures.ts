import { roundToTotal } from '../../lib/statistics/multiplicity.ts'
import { type Html, html } from '../../lib/text/html-template.ts'
import type { ReportResponse } from './report.ts'
import { sectionLimits } from './report-content.ts'
import {
  changeParts,
  cutWords,
  decimal,
  describeReason,
  driverWords,
  metrics,
  type NameEngine,
  percent,
  shownChange,
  shownDifference,
  signed,
} from './report-format.ts'
import {
  type ChangeRow,
  type Driver,
  type Estimate,
  type FigureRow,
  isOurs,
  type Metric,
  ownChange,
  partOf,
  type Tested,
  testedChange,
  visibilityChange,
} from './report-rows.ts'

const othersWords = {
  prompts_like_these: 'prompts like these',
  these_topics: 'other prompts on these topics',
  topics_like_these: 'topics like these',
}

/** The four figures of the brand, with changes and intervals. */
export function cards(report: ReportResponse): Html | undefined {
  const figures = partOf(report, 'figures')
  const own = figures?.data.find(isOurs)
  if (figures === undefined || own === undefined) return undefined
  const others = othersWords[figures.meta.speaks_of ?? 'prompts_like_these']
  const change = ownChange(report)
  return html`<div class="cards">
${(Object.keys(metrics) as Metric[]).map((metric) => card(metric, own[metric], testedChange(change, metric), others))}
</div>`
}

function card(metric: Metric, estimate: Estimate, tested: Tested | undefined, others: string): Html {
  const { name, about, format } = metrics[metric]
  const { value, prompts_like_these: like, these_prompts: these, reason } = estimate
  const range = (interval: { low: number; high: number } | null, of: string) =>
    interval && html`${format(interval.low)} to ${format(interval.high)} ${of}<br>`
  return html`<div class="card"><span class="muted small">${name}</span>
<b><data value="${value}">${format(value)}</data></b>
${tested && html`<span class="small">${changeOf(tested, metric)}</span><br>`}
<span class="muted small">${about}<br>${range(like, `with ${others}`)}${range(these, 'with these prompts on other days')}
${reason !== null && describeReason(reason)}</span></div>`
}

/** A change, with an arrow and a color only if it is real. */
function changeOf(tested: Tested, metric: Metric): Html {
  const { words, direction, isGood } = shownChange(tested, metric)
  return html`<span class="${direction === null ? 'muted' : isGood ? 'good' : 'bad'}">${words}</span>`
}

/** The parts of a change that display as more than 0.0, largest first. They sum to the displayed change. */
function explainChange({ explained, visibility_pct: now, previous_visibility_pct: before }: ChangeRow): string {
  const change = shownDifference(now, before)
  if (explained === null || change === null) return ''
  const known = Object.entries(changeParts).filter(([key]) => key in explained)
  const exact = known.map(([key]) => explained[key] ?? 0)
  const parts = roundToTotal(exact, change, 1).map((points, at) => ({ points, words: known[at]?.[1] }))
  return parts
    .filter(({ points }) => points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .map(({ points, words }) => `${signed(points)} ${words}`)
    .join('; ')
}

const figure = (value: number | null) => html`<data value="${value}">${percent(value)}</data>`

const changeRow = (
  row: ChangeRow,
  name: Html,
  explanation: string,
) => html`<tr${isOurs(row) && row.segment === null && ours}>
<td>${name}</td><td class="number">${figure(row.previous_visibility_pct)}</td>
<td class="number">${figure(row.visibility_pct)}</td><td>${changeOf(visibilityChange(row), 'visibility_pct')}</td>
<td class="wide small">${explanation}</td></tr>`

/** The texts of the API about a change. Reports of older releases have only the summary. */
const sentences = ({ headline, cause, summary }: ChangeRow): string =>
  headline == null ? (summary ?? '') : [headline, cause].filter(Boolean).join(' ')

const ours = html` class="ours"`

const changeTable = (first: string, last: string, rows: readonly Html[]) => html`<table>
<thead><tr><th>${first}</th><th class="number">Before</th><th class="number">Now</th><th>Change</th>
<th class="wide">${last}</th></tr></thead>
<tbody>
${rows}
</tbody></table>`

/** The brand first, then the others by rank. */
const brandFirst = <T extends { is_our_brand: boolean }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => Number(b.is_our_brand) - Number(a.is_our_brand))

/** The changes since the comparison period. */
export function changesPart(report: ReportResponse): Html | undefined {
  const rows = partOf(report, 'changes')?.data ?? []
  if (rows.every(({ change }) => change === null)) return undefined
  return html`<section><h2>What changed</h2>
${changeTable(
  'Visibility of',
  'Parts, in points',
  brandFirst(rows).map((row) => changeRow(row, html`<bdi>${row.name}</bdi>`, explainChange(row))),
)}
${rivalsNote(rows)}${driversList(ownChange(report)?.drivers ?? [])}</section>`
}

const driversList = (drivers: readonly Driver[]) =>
  drivers.length > 0 &&
  html`<h3>Biggest drivers</h3>
<ul>
${drivers.map((driver) => html`<li><bdi>${driverWords(driver)}</bdi></li>`)}
</ul>`

/** The brand per engine, compared with the comparison period. */
export function enginesPart(report: ReportResponse, nameEngine: NameEngine): Html | undefined {
  const rows = partOf(report, 'engines')?.data ?? []
  if (rows.length === 0) return undefined
  return html`<section><h2>By engine</h2>
${changeTable(
  'Visibility on',
  'Explanation',
  rows.map((row) => changeRow(row, html`${nameEngine(row.segment ?? '')}`, sentences(row))),
)}</section>`
}

/** The brand and its competitors, with confidence intervals. */
export function rivalsPart(report: ReportResponse): Html | undefined {
  const rows = partOf(report, 'figures')?.data ?? []
  if (rows.length === 0) return undefined
  const most = Math.max(...rows.map(({ visibility_pct: one }) => upperEnd(one)), 1)
  return html`<section><h2>Compared with competitors</h2>
<table><thead><tr><th>Name</th><th class="number">Visibility</th><th class="wide">95% interval</th>
<th class="number">Share of voice</th><th class="number">Sentiment</th><th class="number">Average position</th></tr></thead>
<tbody>
${rows.map((row) => rivalRow(row, most))}
</tbody></table>${rivalsNote(rows)}</section>`
}

const rivalsNote = (rows: readonly { is_our_brand: boolean }[]) =>
  cutNote(rows.filter((row) => !isOurs(row)).length, sectionLimits.rivals)

/** A note if a list is possibly truncated. */
export function cutNote(rows: number, limit: number): Html | false {
  const words = cutWords(rows, limit)
  return words !== '' && html`<p class="muted small">${words}</p>`
}

const upperEnd = ({ value, prompts_like_these: like, these_prompts: these }: Estimate) =>
  Math.max(value ?? 0, like?.high ?? 0, these?.high ?? 0)

const rivalRow = (row: FigureRow, most: number) => html`<tr${isOurs(row) && ours}><td><bdi>${row.name}</bdi></td>
<td class="number">${figure(row.visibility_pct.value)}</td><td class="wide">${whisker(row.visibility_pct, most)}</td>
<td class="number">${figure(row.market_share_pct.value)}</td>
<td class="number">${plain(row.sentiment_score)}</td><td class="number">${plain(row.avg_rank)}</td></tr>`

const plain = ({ value }: Estimate) => html`<data value="${value}">${decimal(value)}</data>`

/** A figure as a dot on its interval. The bounds are in the accessible name. */
function whisker({ value, prompts_like_these: like, these_prompts: these }: Estimate, most: number): Html {
  const x = (bound: number) => ((100 * bound) / most).toFixed(2)
  const words = like === null ? 'no interval' : `${percent(like.low)} to ${percent(like.high)}`
  return html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${words}">
<line x1="0" y1="5" x2="100" y2="5" stroke="var(--line)"/>${
    like && html`<line x1="${x(like.low)}" y1="5" x2="${x(like.high)}" y2="5" stroke="var(--accent)"/>`
  }${
    these &&
    html`<rect x="${x(these.low)}" y="2.5" width="${(((these.high - these.low) * 100) / most).toFixed(2)}" height="5" fill="var(--soft)"/>`
  }${value !== null && html`<rect x="${x(value)}" y="1" width="1" height="8" fill="var(--accent)"/>`}</svg>`
}
