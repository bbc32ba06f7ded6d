import type { ReactNode } from 'react'

interface FactsProps {
  facts: readonly (readonly [name: string, value: ReactNode])[]
  isNarrow?: boolean
}

/** Names with their values. Leaves out those without one. */
export const Facts = ({ facts, isNarrow = false }: FactsProps) => (
  <dl className={`grid grid-cols-[auto_1fr] ${isNarrow ? 'gap-x-4 gap-y-1 text-sm' : 'gap-x-6 gap-y-2'}`}>
    {facts.map(
      ([name, value]) =>
        value != null && (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className={`wrap-anywhere ${isNarrow ? 'text-right' : ''}`}>{value}</dd>
          </div>
        ),
    )}
  </dl>
)
