import { type Given, useRead } from '../../api/hooks.ts'
import { useBrand } from '../../frame/brand.tsx'

type Period = Pick<Given<'list-citation-trends'>, 'start_date' | 'end_date'>

/** Citations of the brand's own pages, by day. Undefined until known, null without any. */
export function useOwnCitations(period: Period = {}) {
  const domain = useBrand().brand?.primary_domain ?? undefined
  const { data } = useRead(
    'list-citation-trends',
    { ...period, dimension: 'all', domain: [domain ?? ''] },
    { enabled: domain !== undefined },
  )
  return data && (data.data[0] ?? null)
}
