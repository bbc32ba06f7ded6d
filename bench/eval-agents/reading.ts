/** Rows and values of a result's text, as a client without structured content reads them. */
export interface Reading {
  rows(table: string): Record<string, string>[]
  value(label: string): string | undefined
  /** A number in a line of several: `planned 36, collected 36`. */
  part(label: string, name: string): string | undefined
  /** The first line of the last result. */
  headline: string
}

/** Reads the Markdown of results. Later results replace tables of the same name. */
export function readText(texts: readonly string[]): Reading {
  const tables = new Map<string, Record<string, string>[]>()
  const values = new Map<string, string>()
  for (const text of texts)
    for (const block of text.split('\n\n')) {
      const lines = block.split('\n')
      if (!lines[0]?.startsWith('| ')) {
        for (const line of lines) {
          const [, label, value] = /^([\w.]+): ?(.*)$/.exec(line) ?? []
          if (label !== undefined) values.set(label, value as string)
        }
        continue
      }
      const [columns = [], , ...rows] = lines.map(cellsOf)
      const label = text.slice(0, text.indexOf(block)).trimEnd().split('\n').at(-1)?.replace(/:$/, '')
      tables.set(
        label as string,
        rows.map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']))),
      )
    }
  return {
    rows: (table) => tables.get(table) ?? [],
    value: (label) => values.get(label),
    part: (label, name) => new RegExp(`\\b${name} (-?[\\d.]+)`).exec(values.get(label) ?? '')?.[1],
    headline: texts.at(-1)?.split('\n')[0] ?? '',
  }
}

const cellsOf = (line: string) =>
  line
    .slice(2, -2)
    .split(/(?<!\\) \| /)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
