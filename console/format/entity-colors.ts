/** Competitors with their own color; all others are gray. */
const colored = 5

/** The color of a competitor, from the permanent slot that the server assigns (1-based). Undefined if just added. */
export const slotColor = (slot: number | undefined): string =>
  `var(--c${slot !== undefined && slot <= colored ? slot : 0})`

export const lineColor = (key: string, keys: readonly string[]): string => slotColor(keys.indexOf(key) + 1)

export const engineColor = (engine: string): string => `var(--e-${engine}, var(--flat))`
