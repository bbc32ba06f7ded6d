import { type ReactNode, useState } from 'react'
import type { OperationName } from '../api/client.ts'
import { type Given, useWrite, type WriteOptions } from '../api/hooks.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ConfirmButtonProps<N extends OperationName> extends WriteOptions<N> {
  operation: N
  input?: Given<N>
  /** The question, such as `Delete “Espresso”?`. */
  title: string
  /** The verb on both buttons. Defaults to `Delete`. */
  action?: string
  /** The text of the first button, if it is not the verb. */
  label?: string
  /** For screen readers, where several buttons have the same text. */
  name?: string
  /** The text of the cancel button. */
  cancel?: string
  kind?: 'plain' | 'quiet' | 'danger'
  /** Text that the user must type. */
  typed?: string
  /** What goes, and that it cannot be undone. */
  children: ReactNode
}

/** Runs an operation that cannot be undone, after confirmation. */
export function ConfirmButton<N extends OperationName>({
  operation,
  input = {} as Given<N>,
  action = 'Delete',
  label = action,
  name,
  kind = 'plain',
  title,
  cancel,
  typed,
  children,
  ...options
}: ConfirmButtonProps<N>) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const write = useWrite(operation, {
    ...options,
    onDone(shown, given) {
      close()
      options.onDone?.(shown, given)
    },
  })
  const dialog = { title, action, write, ...(cancel && { cancel }), ...(typed !== undefined && { typed }) }
  return (
    <>
      <Button kind={kind} aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog {...dialog} onClose={close} onConfirm={() => write.mutate(input)}>
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
