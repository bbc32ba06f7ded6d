import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/queries.ts'
import { count } from '../../format/numbers.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'

/** What the source of an answer sent, as text. */
export function RawBody({ executionId }: { executionId: string }) {
  const { workspaceId, brandId } = useBrand()
  const mayRead = usePermission(workspaceId)('get-raw-response')
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    ...read(workspaceId, 'get-raw-response', { brand_id: brandId, execution_id: executionId }),
    enabled: isOpen && mayRead,
  })
  return (
    <Panel
      title="Raw body"
      about={mayRead ? 'as the source sent it' : 'editors can read it'}
      actions={
        <Button
          kind="quiet"
          disabled={!mayRead}
          title={mayRead ? undefined : 'Your role does not read raw bodies: editors do.'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {isOpen &&
        (query.error?.status === 404 ? (
          <Empty title="No raw body is kept">
            The answer came without one, or it is older than they are kept.
          </Empty>
        ) : (
          <Loaded query={query} lines={6}>
            {({ data: { format, body, length } }) => (
              <>
                <p className="mb-2 text-sm text-muted">
                  {format} · {count(length)} characters
                  {body.length < length && `, the first ${count(body.length)} of them`}
                </p>
                <pre
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
                  tabIndex={0}
                  className="max-h-96 overflow-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
                >
                  {body}
                </pre>
              </>
            )}
          </Loaded>
        ))}
    </Panel>
  )
}
