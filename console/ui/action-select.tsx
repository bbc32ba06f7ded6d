import type { OperationName } from '../api/client.ts'
import { type Sent, useWrite, type WriteOptions } from '../api/hooks.ts'
import { usePermission } from '../frame/use-permission.ts'
import { PlainSelect } from './field.tsx'
import { ProblemNote } from './panel.tsx'

interface ActionSelectProps<N extends OperationName, V extends string> extends Pick<WriteOptions<N>, 'version'> {
  operation: N
  /** For screen readers. */
  label: string
  options: readonly { value: string; name: string; isDisabled?: boolean }[]
  value: V
  input: (chosen: V) => Sent<N>
  isDisabled?: boolean
  className?: string
}

/** A choice that an operation stores immediately. Only its name, if the user's role does not allow the operation. */
export function ActionSelect<N extends OperationName, V extends string>(props: ActionSelectProps<N, V>) {
  const { operation, label, options, value, input, version, isDisabled = false, className = '' } = props
  const write = useWrite(operation, { version })
  if (!usePermission()(operation)) return options.find((option) => option.value === value)?.name
  return (
    <>
      <PlainSelect
        {...{ label, value, options }}
        className={`py-1 ${className}`}
        disabled={write.isPending || isDisabled}
        onChange={({ target }) => write.mutate(input(target.value as V))}
      />
      <ProblemNote problem={write.error} />
    </>
  )
}
