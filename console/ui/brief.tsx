import type { ReactNode } from 'react'

interface BriefProps {
  headline: ReactNode
  /** The verdict in color. Omit if nothing is real. */
  verdict?: { text: string; tone: 'up' | 'down' }
  children?: ReactNode
}

/** The first sentence of a page: what changed, whether it is real, and why. */
export const Brief = ({ headline, verdict, children }: BriefProps) => (
  <section aria-label="Summary" className="pt-0.5 pb-3.5">
    <p className="text-[20px] leading-[26px] font-semibold tracking-[-0.018em] text-pretty md:text-2xl md:leading-[29px]">
      <bdi>{headline}</bdi>
      {verdict && <span className={verdict.tone === 'up' ? 'text-up' : 'text-down'}> {verdict.text}</span>}
    </p>
    {children !== undefined && <p className="mt-1 text-md text-pretty text-ink-2">{children}</p>}
  </section>
)
