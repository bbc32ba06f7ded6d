import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type DataOf, useRead, useWrite } from '../../api/hooks.ts'
import { read } from '../../api/queries.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Select } from '../../ui/field.tsx'
import { Loaded, Panel, ProblemNote } from '../../ui/panel.tsx'
import { Clock } from '../../ui/time.tsx'

type Shape = DataOf<'get-audit-schedule'>

const frequencies: readonly { value: Shape['every']; name: string }[] = [
  { value: 'never', name: 'Off' },
  { value: 'week', name: 'Weekly' },
  { value: 'month', name: 'Monthly' },
]

/** The audit schedule and the result of the last scheduled audit. */
export function Schedule() {
  const mayEdit = usePermission()('set-audit-schedule')
  // A due audit starts within moments.
  const pollMs = ({ state }: { state: { data?: { data: Shape } | undefined } }) =>
    isDue(state.data?.data) ? 3000 : false
  const query = useRead('get-audit-schedule', {}, { refetchInterval: pollMs })
  useRefetchAudits(query.data && (query.data.data.last?.job_id ?? null))
  const set = useWrite('set-audit-schedule', {
    changes: ['get-audit-schedule', 'list-audits', 'list-issues'],
    version: query.data?.version,
  })
  return (
    <Panel title="Schedule" about="scheduled and manual audits cost the same">
      <ProblemNote problem={set.error} />
      <Loaded query={query} lines={2}>
        {({ data }) => (
          <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
            <div className="w-72 max-w-full">
              <Select
                label="Audit frequency"
                value={data.every}
                options={frequencies}
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
      </Loaded>
    </Panel>
  )
}

/** Refetches audits when a scheduled one starts. */
function useRefetchAudits(jobId: string | null | undefined) {
  const { workspaceId, brandId } = useBrand()
  const queries = useQueryClient()
  const before = useRef(jobId)
  useEffect(() => {
    const isNew = before.current !== undefined && jobId != null && jobId !== before.current
    before.current = jobId
    if (!isNew) return
    const { queryKey } = read(workspaceId, 'list-audits', { brand_id: brandId })
    void queries.invalidateQueries({ queryKey: queryKey.slice(0, 2) })
  }, [jobId, queries, workspaceId, brandId])
}

const isDue = (schedule: Shape | undefined) =>
  schedule?.next_at != null && Date.parse(schedule.next_at) <= Date.now()
