import type { RowOf } from '../../api/hooks.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { addDays, longDay, yesterday } from '../../format/days.ts'
import { percent } from '../../format/numbers.ts'
import { BrandLink } from '../../frame/brand.tsx'
import { readFilters, writeFilters } from '../../search/filters.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Empty, Loaded } from '../../ui/panel.tsx'
import { useAlerts } from './alerts-button.tsx'

type Alert = RowOf<'list-visibility-alerts'>

/** Days before a change and after the alert in its linked view. */
const [daysBefore, daysAfter] = [28, 14]
const maxPrompts = 3

/** The alerts in a drawer, with the prompts that changed most. */
export const AlertsDrawer = () => (
  <Drawer param="open" value="alerts" title="Alerts">
    <p className="text-muted">Real changes, for the same prompts on the same engine.</p>
    <Loaded query={useAlerts()}>
      {({ data }) => (
        <RowList label="Alerts" rows={data} empty={<Empty title="No open alerts" />}>
          {(alert) => (
            <li key={alert.id} className="space-y-2 py-3">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-medium">{placeOf(alert)}</span>
                <span className="text-sm text-muted">
                  raised {longDay(alert.raised_at.slice(0, 10))}
                  {alert.state === 'acknowledged' && ', acknowledged'}
                </span>
              </p>
              <p>{alert.summary}</p>
              <Evidence alert={alert} />
              <div className="flex flex-wrap gap-2">
                {alert.state === 'open' && (
                  <ActionButton
                    label="Acknowledge"
                    aria-label={`Acknowledge: ${placeOf(alert)}`}
                    operation="update-visibility-alert"
                    input={{ alert_id: alert.id, state: 'acknowledged' }}
                  />
                )}
                <ActionButton
                  label="Close"
                  aria-label={`Close: ${placeOf(alert)}`}
                  operation="update-visibility-alert"
                  input={{ alert_id: alert.id, state: 'closed' }}
                />
              </div>
            </li>
          )}
        </RowList>
      )}
    </Loaded>
  </Drawer>
)

const placeOf = ({ engine, country }: Alert) => `${engineName(engine)}, ${marketName(country)}`

/** The prompts that changed most, with a link to the period. */
function Evidence({ alert: { evidence, engine, country, since, raised_at } }: { alert: Alert }) {
  const end = addDays(raised_at.slice(0, 10), daysAfter)
  const last = yesterday(new Date())
  const view = writeFilters({
    ...readFilters({}).filters,
    period: { from: addDays(since, -daysBefore), to: end < last ? end : last },
    engine: [engine],
    country: [country],
  })
  return (
    <div className="text-sm text-muted">
      <p>Prompts that changed most:</p>
      <ul className="list-disc pl-5">
        {evidence.slice(0, maxPrompts).map(({ prompt_id, prompt, before_pct, after_pct }, index) => (
          <li key={prompt_id ?? index} className="wrap-anywhere">
            {prompt_id === null ? (
              'deleted prompt'
            ) : (
              <BrandLink to={`prompts/${prompt_id}`} search={view} className="hover:underline">
                <bdi>{prompt}</bdi>
              </BrandLink>
            )}
            : {percent(before_pct, 0)} → {percent(after_pct, 0)}
          </li>
        ))}
      </ul>
      <BrandLink to="overview" search={view}>
        View {engineName(engine)} in {marketName(country)} for this period
      </BrandLink>
    </div>
  )
}
