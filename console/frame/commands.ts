/** A destination of the command palette. */
export interface Command {
  name: string
  kind: string
  href: string
  /** The URL for the typed text, for destinations that search. */
  takes?: (words: string) => string
}

const most = 12

/**
 * Commands whose name contains a word starting with each typed word; names that start with the text come first.
 * Destinations that search accept any text.
 */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return commands.filter(({ takes }) => takes === undefined).slice(0, most)
  const fits = ({ name }: Command) => {
    const parts = name.toLowerCase().split(/\s+/)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  }
  const starts = ({ name }: Command) => name.toLowerCase().startsWith(words.join(' '))
  const found = commands.filter(fits)
  const ordered = [...found.filter(starts), ...found.filter((one) => !starts(one))].slice(0, most)
  const searches = commands.flatMap((command) =>
    command.takes === undefined || typed.trim().length < 2
      ? []
      : [{ ...command, name: `${command.name}: “${typed.trim()}”`, href: command.takes(typed.trim()) }],
  )
  return [...ordered.filter(({ takes }) => takes === undefined), ...searches]
}
