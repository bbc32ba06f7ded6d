/** Colours that competitors take, in the order in which they came; the own brand has the accent. */
const palette = Array.from({ length: 8 }, (_, i) => `var(--entity-${i + 1})`)

/** The colour of an entity for good: by its place among all of the brand's competitors, never among those shown. */
export function entityColour(id: string, competitorIds: readonly string[]): string {
  const place = competitorIds.indexOf(id)
  return place === -1 ? 'var(--accent)' : (palette[place % palette.length] as string)
}
