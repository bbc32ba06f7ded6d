import type { OperationName } from '../api/client.ts'
import { type Sent, useWrite, type WriteOptions } from '../api/hooks.ts'
import { explain } from '../copy/problems.ts'
import { usePermission } from '../frame/use-permission.ts'
import { Button, type ButtonProps } from './button.tsx'

interface ActionButtonProps<N extends OperationName> extends ButtonProps, Omit<WriteOptions<N>, 'onStored'> {
  operation: N
  input: Sent<N>
  /** What it is about. For screen readers, where several buttons have the same text. */
  of?: string
}

/** Runs an operation, and shows its error next to it. Renders nothing if the user's role does not allow it. */
export function ActionButton<N extends OperationName>(props: ActionButtonProps<N>) {
  const { operation, input, of, changes, version, onDone, disabled = false, ...look } = props
  const write = useWrite(operation, { changes, version, onDone })
  if (!usePermission()(operation)) return null
  const problem = write.error && explain(write.error)
  return (
    <>
      {problem && (
        <span role="alert" className="text-left text-sm whitespace-normal text-down">
          {problem.title}: {problem.detail}
        </span>
      )}
      <Button
        {...(of !== undefined && { 'aria-label': `${look.label} ${of}` })}
        {...look}
        disabled={disabled || write.isPending}
        onClick={() => write.mutate(input)}
      />
    </>
  )
}
