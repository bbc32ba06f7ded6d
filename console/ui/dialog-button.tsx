import { type ComponentType, useState } from 'react'
import { Button } from './button.tsx'

interface Closable {
  onClose: () => void
}

type Given<P> = Omit<P, keyof Closable>

export interface ButtonLook {
  label: string
  /** For screen readers, where several buttons have the same text. */
  name?: string | undefined
  kind?: 'main' | 'plain' | 'quiet' | 'danger'
  isDisabled?: boolean
  /** Hides the button. An open dialog stays, and with it the input and its error. */
  isHidden?: boolean
}

interface ButtonProps<P> extends ButtonLook {
  dialog: ComponentType<P>
  /** What the dialog needs, such as the row that it edits. */
  given?: Given<P>
}

type DialogButtonProps<P> = ButtonProps<P> & (Partial<Given<P>> extends Given<P> ? unknown : { given: Given<P> })

export function DialogButton<P extends Closable>(props: DialogButtonProps<P>) {
  const { label, name, kind = 'plain', isDisabled = false, isHidden = false, dialog: Content, given } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {!isHidden && (
        <Button label={label} kind={kind} aria-label={name} disabled={isDisabled} onClick={() => setOpen(true)} />
      )}
      {isOpen && <Content {...({ ...given, onClose: () => setOpen(false) } as P)} />}
    </>
  )
}
