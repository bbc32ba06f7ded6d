import { html, htmlText } from '../../lib/text/html-template.ts'
import { oneLine } from '../../lib/text/one-line.ts'
import type { ReportResponse } from './report.ts'
import {
  count,
  driverWords,
  market,
  metrics,
  type NameEngine,
  percent,
  shownChange,
  withdrawalWords,
} from './report-format.ts'
import { isOurs, type Metric, ownChange, partOf, testedChange } from './report-rows.ts'

export interface MailWords {
  subject: string
  text: string
  html: string
}

/** The link target, and the brand that the mail is about. */
export interface MailPlace {
  url: string
  brand: string
  /** The unsubscribe URL. Undefined for members, and without `PUBLIC_URL`. */
  unsubscribe?: string | undefined
}

const footer = (brand: string) =>
  `You receive this because someone who manages ${oneLine(brand)} in Sightline added you. They can change this under Reports.`

const textFooter = (brand: string, unsubscribe: string | undefined) =>
  `-- \n${footer(brand)}${unsubscribe ? `\nUnsubscribe: ${unsubscribe}` : ''}`

/** A summary of a report, which is attached. */
export function reportMail(report: ReportResponse, { url, brand, unsubscribe }: MailPlace): MailWords {
  const ours = partOf(report, 'figures')?.data.find(isOurs)
  const own = ownChange(report)
  const figures = (Object.keys(metrics) as Metric[]).map((metric) => {
    const { name, format } = metrics[metric]
    const { value = null, prompts_like_these: range } = ours?.[metric] ?? {}
    const tested = testedChange(own, metric)
    return {
      ...{ name, value: format(value), range: range && `${format(range.low)} to ${format(range.high)}` },
      change: tested && shownChange(tested, metric).words,
    }
  })
  const subject = `${oneLine(brand)} in AI answers: ${report.title}`
  const { headline, cause } = report
  const [withdrawn = 'There are no answers to compare with.'] = withdrawalWords(report.withdrawn)
  const explanation = report.summary ?? (headline === null ? withdrawn : null)
  const lead = headline === null ? null : [headline, cause].filter(Boolean).join(' ')
  const drivers = (own?.drivers ?? []).map(driverWords)
  const visits = partOf(report, 'goals')?.meta.visits
  const traffic = visits && `Visits from AI engines: at least ${count(visits)}`
  const lines = figures.map(
    ({ name, value, range, change }) => `${name}: ${value}${range ? ` (${range})` : ''}${change ? `; ${change}` : ''}`,
  )
  return {
    subject,
    text: [
      subject,
      lead,
      explanation,
      drivers.length > 0 && `Biggest drivers:\n${drivers.map((driver) => `- ${oneLine(driver)}`).join('\n')}`,
      lines.join('\n'),
      traffic,
      `The report is attached and available at ${url}`,
      textFooter(brand, unsubscribe),
    ]
      .filter(Boolean)
      .join('\n\n'),
    html: pageOf(
      subject,
      html`${lead && html`<p style="font-size:17px">${lead}</p>`}${explanation && html`<p>${explanation}</p>`}
${drivers.length > 0 && html`<p>Biggest drivers</p><ul>${drivers.map((driver) => html`<li>${driver}</li>`)}</ul>`}
<table cellpadding="0" cellspacing="0" style="border-collapse:collapse">
${figures.map(
  ({ name, value, range, change }) =>
    html`<tr><td style="padding:4px 24px 4px 0">${name}</td><td style="padding:4px 24px 4px 0"><b>${value}</b></td>
<td style="padding:4px 24px 4px 0">${change}</td><td style="padding:4px 0;color:#635d54">${range}</td></tr>`,
)}
</table>
${traffic && html`<p>${traffic}.</p>`}
<p>The report is attached and available <a href="${url}">in Sightline</a>.</p>`,
      brand,
      unsubscribe,
    ),
  }
}

export interface MailedAlert {
  engine: string
  country: string
  direction: string
  summary: string
  evidence: readonly { prompt: string | null; before_pct: number; after_pct: number }[]
}

/** An alert with the prompts that changed most. */
export function alertMail(
  alert: MailedAlert,
  { url, brand, unsubscribe }: MailPlace,
  nameEngine: NameEngine,
): MailWords {
  const { engine, country, direction, summary, evidence } = alert
  const moved = direction === 'up' ? 'mentioned more often' : 'mentioned less often'
  const subject = `${oneLine(brand)} is ${moved} on ${nameEngine(engine)}, ${market(country)}`
  const prompts = evidence.map(
    ({ prompt, before_pct, after_pct }) =>
      `${prompt === null ? 'a deleted prompt' : oneLine(prompt)}: ${percent(before_pct)} → ${percent(after_pct)}`,
  )
  const most = prompts.length === 0 ? [] : [`Largest changes:\n${prompts.map((line) => `- ${line}`).join('\n')}`]
  return {
    subject,
    text: [subject, summary, ...most, `See it at ${url}`, textFooter(brand, unsubscribe)].join('\n\n'),
    html: pageOf(
      subject,
      html`<p style="font-size:17px">${summary}</p>
<ul>${prompts.map((line) => html`<li>${line}</li>`)}</ul>
<p><a href="${url}">See it in Sightline</a></p>`,
      brand,
      unsubscribe,
    ),
  }
}

const pageOf = (
  title: string,
  content: ReturnType<typeof html>,
  brand: string,
  unsubscribe: string | undefined,
): string =>
  htmlText(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:24px;max-width:600px;font:15px/1.5 system-ui,'Segoe UI',Arial,sans-serif;color:#1c1a17">
<h1 style="font-size:20px">${title}</h1>
${content}
<p style="margin-top:32px;color:#635d54;font-size:13px">${footer(brand)}${unsubscribe && html` <a href="${unsubscribe}">Unsubscribe</a>`}</p>
</body></html>
`)

/** Explains why a message was not delivered, by the codes of the attempt. */
export function mailProblem(code: string, reply: number | undefined): string {
  const said = reply === undefined ? '' : ` (SMTP ${reply})`
  switch (code) {
    case 'EENVELOPE':
      return `the mail server refused the address${said}`
    case 'EMESSAGE':
      return `the mail server refused the message${said}`
    case 'EAUTH':
      return `the mail server rejected the user and password of SMTP_URL${said}`
    case 'ETLS':
      return 'no encrypted connection to the mail server was possible'
    case 'ETIMEDOUT':
      return 'the mail server took too long'
    default:
      return `the mail server could not be reached or closed the connection${said}`
  }
}
