import Bell from 'lucide-react/icons/bell'
import { useReadAll } from '../../api/hooks.ts'
import { addDays, today, yesterday } from '../../format/days.ts'
import { countOf } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { useOpen } from '../../ui/use-open.ts'

/** Alert window in days (docs/statistics.md). Open alerts stay visible even if the page’s period is shorter. */
const daysOfAlerts = 90
const maxDays = 400

interface Days {
  start_date: string
  end_date: string
}

export function alertDays({ start_date, end_date }: Days, now: Date): Days {
  const earliest = addDays(end_date, 1 - daysOfAlerts)
  // Alerts about yesterday’s answers are raised today.
  const end = end_date === yesterday(now) ? today(now) : end_date
  const start = earliest < start_date ? earliest : start_date
  const first = addDays(end, 1 - maxDays)
  return { start_date: start < first ? first : start, end_date: end }
}

export function useAlerts() {
  const { input } = useFilters()
  return useReadAll('list-visibility-alerts', {
    ...input,
    ...alertDays(input, new Date()),
    state: ['open', 'acknowledged'],
  })
}

/** The number of alerts. Opens them in a drawer; renders nothing if there are none. */
export function AlertsButton() {
  const query = useAlerts()
  const { open } = useOpen('open')
  const alerts = query.isPlaceholderData ? undefined : query.data?.data.length
  return (
    alerts !== undefined &&
    alerts > 0 && (
      <Button kind="quiet" data-opens="alerts" onClick={() => open('alerts')}>
        <Bell aria-hidden="true" className="size-3.5!" />
        {countOf(alerts, 'alert')}
      </Button>
    )
  )
}
