import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'

/** The provider's body of an answer, read when opened. */
export function RawResponse({ executionId }: { executionId: string }) {
  const mayRead = usePermission()('get-raw-response')
  const [isOpen, setOpen] = useState(false)
  const query = useRead('get-raw-response', { execution_id: executionId }, { enabled: isOpen && mayRead })
  return (
    <Panel
      title="Raw response"
      about={mayRead ? 'as the provider sent it' : 'only editors can see this'}
      actions={
        <Button
          label={isOpen ? 'Hide' : 'Show'}
          kind="quiet"
          disabled={!mayRead}
          title={mayRead ? undefined : 'Only editors can see raw responses.'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      }
    >
      {isOpen && (
        <Loaded
          query={query}
          lines={6}
          missing={
            <Empty title="Raw response not stored">
              The provider sent none, or its retention period has ended.
            </Empty>
          }
        >
          {({ data: { format, body, length } }) => (
            <>
              <p className="mb-2 text-sm text-muted">
                {format} · {count(length)} characters
                {body.length < length && `, first ${count(body.length)} shown`}
              </p>
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
                tabIndex={0}
                className="max-h-96 overflow-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
              >
                {body}
              </pre>
            </>
          )}
        </Loaded>
      )}
    </Panel>
  )
}
