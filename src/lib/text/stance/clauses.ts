import lists from './clauses.json' with { type: 'json' }

/** How an answer places an entity, the weakest first: of several, the last one applies. */
export const stances = ['listed', 'compared', 'recommended', 'warned_against'] as const
export type Stance = (typeof stances)[number]

/** Stands for a name in a masked sentence. */
export const name = '\uFFFC'

const { about: _, ...tables } = lists

interface Clauses {
  /** The stance of a heading or label. A group's applies to the items below it, not only to the next name. */
  headOf(heading: string): { stance: Stance; isGroup: boolean } | undefined
  matches(masked: string): Iterable<{ stance: Stance; from: number; to: number }>
  /** A word at the beginning that refers to the subject before. */
  subject: RegExp
}

/** A list of names, with the rest of products' names between them. */
const names = `${name}(?:[^.;:!?${name}]{0,30}(?:,|,? (?:and|or|und|oder|et|ou|y|o)|/|&) ?(?:the |\\p{L}{1,3} )?${name})*`
const letter = '[\\p{L}\\p{N}]'
const marks: Readonly<Record<string, string>> = {
  '@': names,
  _: `[^.;!?${name}]{0,60}?`,
  __: `[^.;!?${name}]{0,150}?`,
  '<': `(?<!${letter})(?:`,
  '>': `)(?!${letter})`,
}

function patternOf(clause: string): RegExp {
  const source = clause.replaceAll(/\[[^\]]*\]|\(\?<[!=]|->|__|[@_<>]/g, (part) =>
    part.startsWith('[') ? part.replace('@', name) : (marks[part] ?? part),
  )
  return new RegExp(source, 'giu')
}

const holds = (patterns: readonly RegExp[], text: string) => patterns.some((one) => text.search(one) >= 0)

function compile({ negations, subjects, cues, heads, ...table }: (typeof tables)['en']): Clauses {
  const list = (clauses: readonly string[]) => clauses.map(patternOf)
  const negation = list([negations])
  const evidence = (['warned_against', 'recommended', 'labels', 'compared'] as const).map((kind) => ({
    stance: kind === 'labels' ? 'recommended' : kind,
    patterns: list(table[kind]),
    cue: new RegExp(cues[kind], 'i'),
    isChecked: kind === 'recommended',
  }))
  const [groups, items] = [list(heads.recommended.slice(0, 1)), list(heads.recommended.slice(1))]
  const [warnings, others] = [list(heads.warned_against), list(heads.listed)]
  return {
    subject: new RegExp(`^[^\\p{L}]*(${subjects})(?![\\p{L}])`, 'iu'),
    headOf(heading) {
      if (holds(warnings, heading)) return { stance: 'warned_against', isGroup: true }
      const isGroup = holds(groups, heading)
      if (isGroup || holds(items, heading)) return { stance: 'recommended', isGroup }
      return holds(others, heading) ? { stance: 'listed', isGroup: true } : undefined
    },
    *matches(masked) {
      for (const { stance, patterns, cue, isChecked } of evidence)
        for (const pattern of cue.test(masked) ? patterns : []) {
          pattern.lastIndex = 0
          for (let match = pattern.exec(masked); match !== null; match = pattern.exec(masked)) {
            const [from, to] = [match.index, match.index + match[0].length]
            if (!isChecked || !holds(negation, masked.slice(Math.max(0, from - 15), to))) yield { stance, from, to }
          }
        }
    },
  }
}

/** By ISO 639-1 language. */
export const clausesByLanguage: ReadonlyMap<string | undefined, Clauses> = new Map(
  Object.entries(tables).map(([language, table]) => [language, compile(table)]),
)
