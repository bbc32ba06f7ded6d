/** Colors of the slots that the server assigns. The brand’s own color, the accent, is not one of them. */
const palette = Array.from({ length: 12 }, (_, i) => `var(--entity-${i + 1})`)

/** The color of a slot (1-based). Gray if unknown, as for a competitor that was just added. */
export const slotColor = (slot: number | undefined): string =>
  slot === undefined ? 'var(--muted)' : (palette[(slot - 1) % palette.length] as string)

/** Colors of lines for engines, markets and other groups, in the order of their keys. */
export const lineColor = (key: string, keys: readonly string[]): string => slotColor(keys.indexOf(key) + 1)
