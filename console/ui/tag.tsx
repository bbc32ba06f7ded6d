import type { ReactNode } from 'react'

const tones = {
  flat: 'bg-flat-soft text-ink-2',
  accent: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  down: 'bg-down-soft text-down',
} as const

interface TagProps {
  tone?: keyof typeof tones
  title?: string | undefined
  children: ReactNode
}

/** A state or kind in one or two words. */
export const Tag = ({ tone = 'flat', title, children }: TagProps) => (
  <span
    title={title}
    className={`inline-flex h-5 items-center rounded-sm px-1.5 text-sm font-medium whitespace-nowrap ${tones[tone]}`}
  >
    {children}
  </span>
)
