import type { ComponentProps, ReactNode } from 'react'

const kinds = {
  main: 'border-accent bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border-line-strong bg-panel text-ink hover:bg-hover [&_svg]:text-muted',
  quiet: 'border-transparent text-ink-2 hover:bg-sunken [&_svg]:text-muted',
  danger: 'border-down-line text-down hover:bg-down-soft',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: keyof typeof kinds
  label?: ReactNode
}

export const buttonClass = (kind: keyof typeof kinds) =>
  `inline-flex min-h-[30px] max-w-full items-center justify-center gap-1.5 rounded-md border px-[11px] font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55 max-md:min-h-[34px] max-md:whitespace-normal max-md:break-words ${kinds[kind]}`

export function Button({ kind = 'plain', className = '', label, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`${buttonClass(kind)} ${className}`} {...rest}>
      {label ?? rest.children}
    </button>
  )
}

interface WriteButtonProps<I> extends ButtonProps {
  write: { isPending: boolean; mutate: (input: I) => void }
  input: I
}

/** A button that sends a write of its page, and waits for its end. */
export const WriteButton = <I,>({ write, input, ...rest }: WriteButtonProps<I>) => (
  <Button disabled={write.isPending} onClick={() => write.mutate(input)} {...rest} />
)
