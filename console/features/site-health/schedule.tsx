import { type DataOf, useRead, useRefetchOn, useWrite } from '../../api/hooks.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { optionsOf, Select } from '../../ui/field.tsx'
import { LoadedPanel } from '../../ui/panel.tsx'
import { Clock } from '../../ui/time.tsx'

const audits = ['list-audits'] as const

type Shape = DataOf<'get-audit-schedule'>

const frequencies: Record<Shape['every'], string> = { never: 'Off', week: 'Weekly', month: 'Monthly' }

export function Schedule() {
  const mayEdit = usePermission()('set-audit-schedule')
  // A due audit starts within moments.
  const pollMs = ({ state }: { state: { data?: { data: Shape } | undefined } }) =>
    isDue(state.data?.data) ? 3000 : false
  const query = useRead('get-audit-schedule', {}, { refetchInterval: pollMs })
  // A scheduled audit has started.
  useRefetchOn(query.data && (query.data.data.last?.job_id ?? null), audits)
  const set = useWrite('set-audit-schedule', { version: query.data?.version })
  return (
    <LoadedPanel
      query={query}
      lines={2}
      problem={set.error}
      title="Schedule"
      about="scheduled and manual audits cost the same"
    >
      {({ data }) => (
        <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
          <div className="w-72 max-w-full">
            <Select
              label="Audit frequency"
              value={data.every}
              options={optionsOf(frequencies)}
              disabled={!mayEdit || set.isPending}
              onChange={(event) => set.mutate({ every: event.target.value as Shape['every'] })}
            />
          </div>
          <div className="min-w-0 flex-1 basis-72 text-sm text-muted">
            {data.next_at !== null && <p>Next: {isDue(data) ? 'now' : <Clock at={data.next_at} />}</p>}
            {data.last !== null && (
              <p className={data.last.problem === null ? '' : 'text-warn'}>
                Last: <Clock at={data.last.at} />
                {data.last.problem === null ? ', started' : `, skipped: ${data.last.problem}`}
              </p>
            )}
            {!mayEdit && <p>Only editors can change this.</p>}
          </div>
        </div>
      )}
    </LoadedPanel>
  )
}

const isDue = (schedule: Shape | undefined) => schedule?.next_at != null && Date.parse(schedule.next_at) <= Date.now()
