import type { OperationName } from '../api/client.ts'
import { usePermission } from '../frame/use-permission.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { type ButtonLook, DialogButton } from './dialog-button.tsx'
import { OpenForm, type OperationFormProps } from './edit-form.tsx'
import { formOf, useForm } from './use-form.ts'

interface FormDialogProps<N extends OperationName, T extends object>
  extends Omit<OperationFormProps<N, T>, 'onCancel' | 'submit' | 'button'> {
  title?: string
  of?: string | undefined
  onClose: () => void
}

/** A form over its page. Esc keeps unsent input, Cancel discards it. Closes when it is sent, unless it has a result. */
export function FormDialog<N extends OperationName, T extends object>(props: FormDialogProps<N, T>) {
  const { of = '', onClose, result } = props
  const { label, title = label ?? '' } = formOf(props.operation)
  const form = useForm<N, T>({
    ...props,
    onDone(shown, sent) {
      if (!result) onClose()
      props.onDone?.(shown, sent)
    },
  })
  const leave = () => {
    form.edit.clear()
    onClose()
  }
  const shown = result && form.write.data && result(form.write.data, form.values)
  return (
    <Dialog title={props.title ?? title.replace('{name}', of)} isOpen onClose={shown ? leave : onClose}>
      {shown ? (
        <>
          {shown}
          <div className="text-right">
            <Button label="Done" onClick={leave} />
          </div>
        </>
      ) : (
        <OpenForm {...{ ...props, form }} onCancel={onClose} />
      )}
    </Dialog>
  )
}

type FormButtonProps<N extends OperationName, T extends object> = Partial<Omit<ButtonLook, 'name'>> &
  Omit<FormDialogProps<N, T>, 'onClose'>

/** A button that opens a form over its page. Hidden if the user's role does not allow the operation. */
export function FormButton<N extends OperationName, T extends object>(props: FormButtonProps<N, T>) {
  const { operation, of } = props
  const { label = formOf(operation).label ?? '', kind = 'plain', isDisabled = false, isHidden, ...form } = props
  const may = usePermission()
  return (
    <DialogButton
      {...{ label, kind, isDisabled, name: of && `${label} ${of}`, isHidden: isHidden || !may(operation) }}
      dialog={FormDialog<N, T>}
      given={form as never}
    />
  )
}
