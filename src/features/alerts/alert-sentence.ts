import type { Selectable } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { inCountry } from '../../lib/countries.ts'
import { knownEngines } from '../engines/index.ts'
import { rounded } from '../visibility/index.ts'
import type { AlertsTable } from './tables.ts'

const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Rounds like pages, which receive shares with 2 decimals. */
const percent = (share: number) => `${(Math.round(10 * rounded(100 * share)) / 10).toFixed(1)}%`

export function alertSentence({ config }: Services, alert: Selectable<AlertsTable>): string {
  const { engine, country, direction, since, share_before, share_after, model_before, model_after } = alert
  const name = knownEngines(config).find(({ slug }) => slug === engine)?.name ?? engine
  const change = `from ${percent(share_before)} to ${percent(share_after)}`
  const words =
    `Visibility on ${name} ${inCountry(country)} ${direction === 'up' ? 'rose' : 'fell'} ${change} ` +
    `since ${days.format(new Date(since))}, for the same prompts.`
  if (model_before === null || model_after === null) return words
  return `${words} It coincides with a model change from ${model_before} to ${model_after}.`
}
