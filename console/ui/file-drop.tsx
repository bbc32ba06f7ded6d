import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'

interface FileDropProps {
  /** For screen readers. */
  label: string
  file: File | undefined
  isDisabled?: boolean
  onChoose: (file: File | undefined) => void
  /** Next to the file, such as the button that sends it. */
  children?: ReactNode
}

export function FileDrop({ label, file, isDisabled = false, onChoose, children }: FileDropProps) {
  const id = useId()
  return (
    <fieldset
      className="flex flex-wrap items-center gap-3 rounded-lg border border-dashed border-line-strong p-5"
      disabled={isDisabled}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!isDisabled) onChoose(event.dataTransfer.files[0])
      }}
    >
      <legend className="sr-only">{label}</legend>
      {file === undefined ? (
        <>
          <label htmlFor={id} className="text-muted">
            Drop a file here, or choose one
          </label>
          <input
            id={id}
            type="file"
            className="max-w-full text-sm"
            onChange={(event) => onChoose(event.target.files?.[0])}
          />
        </>
      ) : (
        <>
          <bdi>{file.name}</bdi>
          <Button label="Choose another file" kind="quiet" onClick={() => onChoose(undefined)} />
        </>
      )}
      {children}
    </fieldset>
  )
}
