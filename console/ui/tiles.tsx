import type { ReactNode } from 'react'
import { engineName, marketName } from '../copy/engines.ts'
import { engineColor } from '../format/entity-colors.ts'

/** A hue that stays the same for a name. */
function hueOf(name: string): number {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return hash
}

interface TileProps {
  name: string
  isOwn?: boolean
  className?: string
}

/** The first letter of a brand, domain or person, next to the name. */
export const Tile = ({ name, isOwn = false, className = '' }: TileProps) => (
  <span
    aria-hidden="true"
    className={`tile inline-grid size-5 flex-none place-items-center rounded-[5px] text-xs font-bold ${className}`}
    data-own={isOwn || undefined}
    data-letter={name.charAt(0).toUpperCase()}
    style={{ '--hue': hueOf(name) } as React.CSSProperties}
  />
)

export const BrandName = ({ name, isOwn, children = name }: TileProps & { children?: ReactNode }) => (
  <span className="flex items-center gap-[9px]">
    <Tile name={name} isOwn={isOwn ?? false} />
    <bdi className={isOwn ? 'font-semibold' : 'font-medium'}>{children}</bdi>
  </span>
)

const letters: Record<string, string> = {
  'google-ai-overviews': 'AO',
  'google-ai-mode': 'AM',
  perplexity: 'Px',
}

/** An engine as two letters on its color. Name it next to the tile, or pass `isAlone`. */
export const EngineTile = ({ engine, isAlone = false }: { engine: string; isAlone?: boolean }) => (
  <span
    {...(isAlone ? { role: 'img', 'aria-label': engineName(engine) } : { 'aria-hidden': true })}
    title={engineName(engine)}
    className="inline-grid size-5 flex-none place-items-center rounded-[5px] text-[9.5px] font-bold text-(--e-ink)"
    style={{ background: engineColor(engine) }}
  >
    {letters[engine] ?? engineName(engine).slice(0, 2)}
  </span>
)

export const EngineName = ({ engine }: { engine: string }) => (
  <span className="flex items-center gap-2 font-medium">
    <EngineTile engine={engine} />
    {engineName(engine)}
  </span>
)

export const MarketTag = ({ country }: { country: string }) => (
  <abbr
    title={marketName(country)}
    className="rounded-[3px] border border-line-strong px-[3px] text-[10px] leading-[14px] font-bold text-ink-2 no-underline"
  >
    {country}
  </abbr>
)

/** The color of an entity next to its name. */
export const Swatch = ({ color }: { color: string }) => (
  <span aria-hidden="true" className="size-[9px] flex-none rounded-[3px]" style={{ background: color }} />
)
