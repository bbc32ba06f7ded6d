import type { ComponentProps } from 'react'

const kinds = {
  main: 'bg-accent text-accent-ink hover:opacity-90',
  plain: 'border border-line-strong bg-panel text-ink hover:bg-sunken',
  quiet: 'text-accent hover:bg-accent-soft',
  danger: 'border border-bad text-bad hover:bg-bad-soft',
} as const

type ButtonProps = ComponentProps<'button'> & { kind?: keyof typeof kinds }

export const buttonClass = (kind: keyof typeof kinds) =>
  `inline-flex items-center justify-center gap-2 rounded-md px-3.5 py-1.5 text-sm font-medium transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50 ${kinds[kind]}`

export function Button({ kind = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClass(kind)} ${className}`} {...rest} />
}
