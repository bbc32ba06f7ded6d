import { type ReactNode, useState } from 'react'
import type { OperationName } from '../api/client.ts'
import { type Sent, useWrite, type WriteOptions } from '../api/hooks.ts'
import confirmations from '../copy/confirmations.json' with { type: 'json' }
import { usePermission } from '../frame/use-permission.ts'
import { Dialog, DialogActions } from './dialog.tsx'
import { type ButtonLook, DialogButton } from './dialog-button.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { ProblemNote } from './panel.tsx'

/** What goes, and that it cannot be undone, by operation. `{name}` stands for the thing. */
const texts: Readonly<Record<keyof typeof confirmations, Confirmation>> = confirmations

interface Confirmation {
  title: string
  action?: string
  cancel?: string
  text: string
}

interface ConfirmProps<N extends keyof typeof texts & OperationName> extends WriteOptions<N> {
  operation: N
  input?: Sent<N>
  of?: string
  /** The question and the verb on the buttons, if they are not those of the operation. */
  title?: string
  action?: string
  isTyped?: boolean
  children?: ReactNode
}

interface ConfirmButtonProps<N extends keyof typeof texts & OperationName>
  extends ConfirmProps<N>,
    Omit<ButtonLook, 'label' | 'name'> {
  /** The text of the first button, if it is not the verb. */
  label?: string
}

/** Runs an operation that cannot be undone, after confirmation. Hidden if the user's role does not allow it. */
export function ConfirmButton<N extends keyof typeof texts & OperationName>(props: ConfirmButtonProps<N>) {
  const { action = texts[props.operation].action ?? 'Delete', label = action, kind = 'plain', ...given } = props
  const isHidden = !usePermission()(props.operation)
  const name = props.of && !label.includes(props.of) ? `${label} ${props.of}` : undefined
  return <DialogButton {...{ label, name, kind, isHidden }} dialog={Confirm<N>} given={{ ...given, action }} />
}

function Confirm<N extends keyof typeof texts & OperationName>(props: ConfirmProps<N> & { onClose: () => void }) {
  const { operation, input = {} as Sent<N>, of = '', title, action, isTyped = false, children, ...options } = props
  const { onClose } = props
  const { title: question, cancel = 'Cancel', text } = texts[operation]
  const [typed, setTyped] = useState('')
  const write = useWrite(operation, {
    ...options,
    onDone(shown, given) {
      onClose()
      options.onDone?.(shown, given)
    },
  })
  return (
    <Dialog title={title ?? question.replace('{name}', of)} isOpen onClose={onClose}>
      <Form problem={<ProblemNote problem={write.error} />} onSubmit={() => write.mutate(input)}>
        <div className="space-y-3 wrap-anywhere">
          {children}
          <p>{text}</p>
        </div>
        {isTyped && (
          <Field
            label={`Type ${of} to confirm`}
            required
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <DialogActions
          cancel={cancel}
          onCancel={onClose}
          isBusy={write.isPending}
          isIncomplete={isTyped && typed.trim() !== of}
          kind="danger"
        >
          {action}
        </DialogActions>
      </Form>
    </Dialog>
  )
}
