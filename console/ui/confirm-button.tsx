import { type ReactNode, useState } from 'react'
import type { OperationName } from '../api/client.ts'
import { type Sent, useWrite, type WriteOptions } from '../api/hooks.ts'
import { Dialog, DialogActions } from './dialog.tsx'
import { DialogButton } from './dialog-button.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { ProblemNote } from './panel.tsx'

interface ConfirmProps<N extends OperationName> extends WriteOptions<N> {
  operation: N
  input?: Sent<N>
  /** The question, such as `Delete “Espresso”?`. */
  title: string
  /** The verb on the buttons. */
  action?: string
  /** The text of the cancel button. */
  cancel?: string
  /** Text that the user must type, such as the brand's name. */
  typed?: string
  /** What goes, and that it cannot be undone. */
  children: ReactNode
}

interface ConfirmButtonProps<N extends OperationName> extends ConfirmProps<N> {
  /** The text of the first button, if it is not the verb. */
  label?: string
  /** For screen readers, where several buttons have the same text. */
  name?: string
  kind?: 'plain' | 'quiet' | 'danger'
}

/** Runs an operation that cannot be undone, after confirmation. */
export const ConfirmButton = <N extends OperationName>(props: ConfirmButtonProps<N>) => {
  const { action = 'Delete', label = action, name, kind = 'plain', ...given } = props
  return <DialogButton {...{ label, name, kind }} dialog={Confirm<N>} given={{ ...given, action }} />
}

function Confirm<N extends OperationName>({
  operation,
  input = {} as Sent<N>,
  title,
  action,
  cancel = 'Cancel',
  typed,
  children,
  onClose,
  ...options
}: ConfirmProps<N> & { onClose: () => void }) {
  const [text, setText] = useState('')
  const write = useWrite(operation, {
    ...options,
    onDone(shown, given) {
      onClose()
      options.onDone?.(shown, given)
    },
  })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form problem={<ProblemNote problem={write.error} />} onSubmit={() => write.mutate(input)}>
        <div className="space-y-3 [overflow-wrap:anywhere]">{children}</div>
        {typed !== undefined && (
          <Field
            label={`Type ${typed} to confirm`}
            required
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <DialogActions
          cancel={cancel}
          onCancel={onClose}
          isBusy={write.isPending}
          isIncomplete={typed !== undefined && text.trim() !== typed}
          kind="danger"
        >
          {action}
        </DialogActions>
      </Form>
    </Dialog>
  )
}
