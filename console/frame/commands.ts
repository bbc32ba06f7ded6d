/** A place that one can go to by its name. */
export interface Command {
  name: string
  kind: string
  href: string
  /** Where one goes with what was typed, for a place that searches. */
  takes?: (words: string) => string
}

const most = 12

/**
 * The commands that fit what was typed: each of its words begins a word of the name; those that begin with it first. A place
 * that searches takes whatever was typed.
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
