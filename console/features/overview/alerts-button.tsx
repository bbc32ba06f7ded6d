import Bell from 'lucide-react/icons/bell'
import { useReadAll } from '../../api/hooks.ts'
import { countOf } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { alertDays } from './alert-days.ts'

/** Open alerts. */
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
