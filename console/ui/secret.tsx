import { useState } from 'react'
import { Button } from './button.tsx'

/** A secret to copy; shown only once. */
export function Secret({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className="rounded-lg bg-warn-soft p-4">
      <p className="text-sm text-warn">{label}. Shown only once.</p>
      <p className="mt-2 font-mono text-sm break-all select-all">{text}</p>
      <Button label={isCopied ? 'Copied' : 'Copy'} className="mt-3" onClick={() => void copy()} />
    </div>
  )
}
