import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import content from './data/brand.json' with { type: 'json' }

/** The Friday on which the data was created. The data also covers the three days after it. */
const madeOnMs = Date.parse('2025-11-21')
const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** Days covered by the demo, including today. */
const answerDays = 90
const logDays = 60

/**
 * Answers of the last 90 UTC days up to `now`, oldest first, as lines of an answers file. The same day always
 * has the same answers and ids.
 * @param since only later answers
 */
export function demoAnswers(now: Date, since?: Date): string[] {
  const lines = shifted(readLines('answers.jsonl.zst'), isoTime, now)
  return within(lines, answerDays, now, since).map(({ day, text }) => withYear(text, day))
}

/**
 * The access log of the last 60 UTC days up to `now`, in the combined format with virtual host.
 * @param since only later requests
 */
export function demoLog(now: Date, since?: Date): string[] {
  const lines = shifted(readLines('access.log.zst'), logTime, now)
  return within(lines, logDays, now, since).map(({ text }) => text)
}

/** Texts of most cited pages, as lines of a page scans file. */
export function demoPageScans(now: Date): string[] {
  const lines = shifted(readLines('page-scans.jsonl'), isoTime, now)
  return lines.map(({ text }) => withYear(text, now.toISOString()))
}

/** Notes on events of the brand and its market, with their days. */
export function demoNotes(now: Date): { day: string; text: string }[] {
  return content.notes.map(({ day, text }) => ({ day: shiftDay(day, now), text }))
}

/** The one whose effect is in the data: its treated prompts cannot be controls of others. */
const lastingExperiment = 'Guides with measurements'

/** Experiments with the texts of their treated prompts. The effect of lasting ones continues after their end. */
export function demoExperiments(now: Date) {
  return content.experiments.map(({ name, treated, control, started_on, ended_on }) => ({
    name,
    treated,
    control,
    isLasting: name === lastingExperiment,
    started_on: shiftDay(started_on, now),
    ...(ended_on !== undefined && { ended_on: shiftDay(ended_on, now) }),
  }))
}

const shiftDay = (day: string, now: Date) => isoTime.formatDay(new Date(Date.parse(day) + shiftTo(now)))

/** The time format of a file's lines. */
interface TimeFormat {
  /** Day and time of a line. */
  pattern: RegExp
  formatDay: (date: Date) => string
}

const isoTime: TimeFormat = {
  pattern: /(\d{4}-\d\d-\d\d)T([\d:]{8})/,
  formatDay: (date) => date.toISOString().slice(0, 10),
}
const logTime: TimeFormat = {
  pattern: /\[(\d\d\/\w{3}\/\d{4}):([\d:]{8})/,
  formatDay: (date) => date.toUTCString().slice(5, 16).replaceAll(' ', '/'),
}

interface ShiftedLine {
  atMs: number
  day: string
  text: string
}

const shiftTo = (now: Date) => Math.round((startOfDay(now) - madeOnMs) / weekMs) * weekMs

/** Shifts lines by whole weeks to keep weekends: the data's Friday ends up within 3 days of now. */
function shifted(lines: string[], { pattern, formatDay }: TimeFormat, now: Date): ShiftedLine[] {
  const shiftMs = shiftTo(now)
  return lines.map((line) => {
    const [, madeDay = '', time] = pattern.exec(line) ?? []
    const atMs = Date.parse(`${madeDay} ${time} GMT`) + shiftMs
    const day = formatDay(new Date(atMs))
    return { atMs, day, text: line.replaceAll(madeDay, day) }
  })
}

function within(lines: ShiftedLine[], days: number, now: Date, since = new Date(0)): ShiftedLine[] {
  const startMs = Math.max(startOfDay(now) - (days - 1) * dayMs, since.getTime())
  return lines.filter(({ atMs }) => atMs >= startMs && atMs <= now.getTime())
}

const startOfDay = (date: Date) => Math.floor(date.getTime() / dayMs) * dayMs

/** Titles and searches contain the current year. */
const withYear = (line: string, date: string) => line.replaceAll('{year}', date.slice(0, 4))

function readLines(name: string): string[] {
  const bytes = readFileSync(new URL(`data/${name}`, import.meta.url))
  const text = (name.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes).toString()
  return text.trimEnd().split('\n')
}
