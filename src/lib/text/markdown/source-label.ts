/** Maximum characters and words of a source's label. */
export const maxLabelLength = 60
const maxLabelWords = 8

const wordOfLabel =
  /^(?:[\p{Lu}\p{Lt}\p{Lo}\p{N}(&|–-]|(?:and|at|by|de|der|for|in|la|of|on|the|to|und|van|von)$|[a-z\d-]+(?:\.[a-z\d-]+)+$)/u

/** Whether words can be the name of a site or publisher, as a page shows it for a source. */
export function isSourceLabel(label: string): boolean {
  if (!/\p{L}/u.test(label) || /[*_`#<>[\]{}|:;!?]|[.,]$/.test(label)) return false
  const words = label.split(/\s+/)
  return words.length <= maxLabelWords && words.every((word) => wordOfLabel.test(word))
}
