/** Colours of the slots that the server assigns; the brand’s own, the accent, is none of them. */
const palette = Array.from({ length: 12 }, (_, i) => `var(--entity-${i + 1})`)

/** The colour of a slot, from 1 on. Grey while it is not known, such as that of a competitor that was just added. */
export const slotColour = (slot: number | undefined): string =>
  slot === undefined ? 'var(--muted)' : (palette[(slot - 1) % palette.length] as string)

/** Colors for lines of engines, markets and other groups, in the order of their keys. */
export const lineColour = (key: string, keys: readonly string[]): string => slotColour(keys.indexOf(key) + 1)
