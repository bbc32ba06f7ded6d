import type { ReactNode } from 'react'

interface CardProps {
  title: string
  about?: ReactNode
  /** For pages with more than a short form. */
  isWide?: boolean
  children: ReactNode
}

/** A standalone page without the console’s frame. */
export function Card({ title, about, isWide = false, children }: CardProps) {
  return (
    <main className={`flex min-h-dvh items-start justify-center px-4 pb-10 ${isWide ? 'pt-[6vh]' : 'pt-[12vh]'}`}>
      <title>{`${title} – Sightline`}</title>
      <div className={`w-full ${isWide ? 'max-w-lg' : 'max-w-sm'}`}>
        <p className="mb-6 text-lg font-semibold tracking-tight">Sightline</p>
        <h1 className="wrap-anywhere">{title}</h1>
        {about !== undefined && <div className="mt-1 text-muted">{about}</div>}
        <div className="mt-6">{children}</div>
      </div>
    </main>
  )
}

export const Refusal = ({ children }: { children: string | undefined }) =>
  children !== undefined && (
    <p role="alert" className="rounded-md bg-down-soft px-3 py-2 text-sm text-down">
      {children}
    </p>
  )
