import { type ComponentType, useState } from 'react'
import { Button } from './button.tsx'

interface DialogButtonProps {
  label: string
  kind?: 'main' | 'plain'
  isDisabled?: boolean
  /** Hides the button. An open dialog stays, and with it the input and its error. */
  isHidden?: boolean
  dialog: ComponentType<{ onClose: () => void }>
}

export function DialogButton({
  label,
  kind = 'plain',
  isDisabled = false,
  isHidden = false,
  dialog: Content,
}: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {!isHidden && (
        <Button kind={kind} disabled={isDisabled} onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      {isOpen && <Content onClose={() => setOpen(false)} />}
    </>
  )
}
