import { type Html, html } from '../../lib/text/html-template.ts'
import type { ShownReport } from './report.ts'
import { type ChangeRow, type Estimate, type FigureRow, isOurs, partOf } from './report-rows.ts'
import { changeParts, decimal, type NameEngine, percent, signed } from './report-words.ts'

/** What a change comes to: beyond chance with its range, or that it is not. */
function verdict({ verdict: said, change, matched_change: matched }: ChangeRow): Html {
  if (change === null) return html`<span class="muted">nothing before</span>`
  if (said === 'not_comparable' || matched === null) return html`<span class="muted">not comparable</span>`
  const { value, low, high } = matched
  const range =
    low !== null && high !== null && html` <span class="range">(${signed(low)} to ${signed(high)})</span>`
  if (said !== 'up' && said !== 'down') return html`<span class="muted">within chance${range}</span>`
  return html`<span class="${said === 'up' ? 'good' : 'bad'}">${said === 'up' ? '▲' : '▼'} ${signed(value)} points${range}</span>`
}

/** The parts of a change that are more than nothing, the greatest first. */
function madeOf({ explained }: ChangeRow): string {
  if (explained === null) return ''
  const parts = Object.entries(changeParts).flatMap(([key, words]) => {
    const points = explained[key] ?? 0
    return Math.abs(points) < 0.05 ? [] : [{ points, words }]
  })
  const greatest = parts.sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return greatest.map(({ points, words }) => `${signed(points)} ${words}`).join('; ')
}

const figure = (value: number | null) => html`<data value="${value}">${percent(value)}</data>`

const changeRow = (row: ChangeRow, name: Html) => html`<tr${isOurs(row) && row.segment === null && ours}>
<td>${name}</td><td class="number">${figure(row.previous_visibility_pct)}</td>
<td class="number">${figure(row.visibility_pct)}</td><td>${verdict(row)}</td>
<td class="wide small">${madeOf(row)}</td></tr>`

const ours = html` class="ours"`

const changeTable = (first: string, rows: readonly Html[]) => html`<table>
<thead><tr><th>${first}</th><th class="number">Before</th><th class="number">Now</th><th>Tested change</th>
<th class="wide">Made of, in points</th></tr></thead>
<tbody>
${rows}
</tbody></table>`

/** The brand first, then the others as they rank. */
const brandFirst = <T extends { is_our_brand: boolean }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => Number(b.is_our_brand) - Number(a.is_our_brand))

/** What changed since the period before. */
export function changesPart(report: ShownReport): Html | undefined {
  const rows = partOf(report, 'changes')?.data ?? []
  if (rows.every(({ change }) => change === null)) return undefined
  return html`<section><h2>What changed</h2>
${changeTable(
  'Named in answers',
  brandFirst(rows).map((row) => changeRow(row, html`<bdi>${row.name}</bdi>`)),
)}</section>`
}

/** The brand on each engine, against the period before. */
export function enginesPart(report: ShownReport, nameEngine: NameEngine): Html | undefined {
  const rows = partOf(report, 'engines')?.data ?? []
  if (rows.length === 0) return undefined
  return html`<section><h2>By engine</h2>
${changeTable(
  'Visibility on',
  rows.map((row) => changeRow(row, html`${nameEngine(row.segment ?? '')}`)),
)}</section>`
}

/** The brand among its competitors, with how sure their visibility is. */
export function rivalsPart(report: ShownReport): Html | undefined {
  const rows = partOf(report, 'figures')?.data ?? []
  if (rows.length === 0) return undefined
  const most = Math.max(...rows.map(({ visibility_pct: one }) => upperEnd(one)), 1)
  return html`<section><h2>Beside competitors</h2>
<table><thead><tr><th>Name</th><th class="number">Visibility</th><th class="wide">95 % interval</th>
<th class="number">Market share</th><th class="number">Sentiment</th><th class="number">Place</th></tr></thead>
<tbody>
${rows.map((row) => rivalRow(row, most))}
</tbody></table></section>`
}

const upperEnd = ({ value, prompts_like_these: like, these_prompts: these }: Estimate) =>
  Math.max(value ?? 0, like?.high ?? 0, these?.high ?? 0)

const rivalRow = (
  row: FigureRow,
  most: number,
) => html`<tr${isOurs(row) && ours}><td><bdi>${row.name}</bdi></td>
<td class="number">${figure(row.visibility_pct.value)}</td><td class="wide">${whisker(row.visibility_pct, most)}</td>
<td class="number">${figure(row.market_share_pct.value)}</td>
<td class="number">${plain(row.sentiment_score)}</td><td class="number">${plain(row.avg_rank)}</td></tr>`

const plain = ({ value }: Estimate) => html`<data value="${value}">${decimal(value)}</data>`

/** A figure as a dot on its range; its bounds are told to who does not see it. */
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
