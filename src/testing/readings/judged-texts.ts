import { readFileSync } from 'node:fs'
import type { ReadEntity } from '../../features/answers/index.ts'

/** A careful reader's judgment of one entity in a text; undefined parts are undecided. */
export interface Judgment {
  entity: ReadEntity
  /** Number of mentions. */
  count: number | undefined
  tone: '+' | '-' | '0' | undefined
}

export interface JudgedText {
  text: string
  judgements: Judgment[]
  /** The cited pages in order; undefined if not judged. */
  citations: string[] | undefined
}

/**
 * 800 texts in some 25 languages, in the styles of engines, labeled before any code had read them. Many are
 * variants of one difficulty, so shares of them show how broad a fault is, not how frequent. Each begins with
 * `@@ Name{flags} = count tone; … > citations`. Flags: `x` in context, `c` case-sensitive, `d:` domain, `a:`
 * aliases separated by `|`.
 */
export function readJudgedTexts(): JudgedText[] {
  const file = readFileSync(new URL('./judged-texts.txt', import.meta.url), 'utf8')
  return file
    .split(/^@@ /m)
    .slice(1)
    .map((record) => {
      const [head = '', ...lines] = record.split('\n')
      const [entities = '', citations] = head.split(/(?:^| )> /)
      const judgements = entities.split(';').map((one) => one.trim())
      return {
        text: lines.join('\n').replace(/\n$/, ''),
        judgements: judgements.filter(Boolean).map(readJudgement),
        citations: citations
          ?.trim()
          .split(/\s+/)
          .filter((url) => url !== '' && url !== 'none'),
      }
    })
}

function readJudgement(text: string, index: number): Judgment {
  const at = text.lastIndexOf('=')
  const [, name = '', flags = ''] = /^(.*?)(?:\{(.*)\})?$/.exec(text.slice(0, at).trim()) ?? []
  const [count = '?', tone] = text
    .slice(at + 1)
    .trim()
    .split(/\s+/)
  const given = flags.split(',')
  const flagValue = (flag: string) => given.find((one) => one.startsWith(flag))?.slice(flag.length)
  return {
    entity: {
      number: index + 1,
      names: [name.trim(), ...(flagValue('a:')?.split('|') ?? [])],
      domain: flagValue('d:') ?? null,
      case_sensitive: given.includes('c'),
      in_context: given.includes('x'),
    },
    count: count === '?' ? undefined : Number(count),
    tone: tone === '+' || tone === '-' || tone === '0' ? tone : undefined,
  }
}
