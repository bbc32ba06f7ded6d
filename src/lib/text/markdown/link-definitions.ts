import { endOfAddress, resolveTarget } from './link-syntax.ts'

/** `[label]: target "title"`, which readers do not see. */
export interface LinkDefinition {
  start: number
  end: number
  label: string
  target: string
  title: string
}

export interface LinkDefinitions {
  /** In order of appearance. */
  hidden: LinkDefinition[]
  /** The definition of a label, and its index. */
  find(label: string): { target: string; title: string; start: number } | undefined
}

const maxLabelLength = 999

/** Normalizes labels, which match regardless of case and spaces (CommonMark 0.31, "matches"). */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

/**
 * Finds the definitions of reference links. At the start of a line CommonMark's rules apply; definitions of
 * web addresses also count within a line, for answers without line breaks. For an undefined number, an entry
 * in a list of sources counts: a line `[1] … https://…`, or `1. https://…`.
 */
export function findDefinitions(source: string): LinkDefinitions {
  const hidden: LinkDefinition[] = []
  const byLabel = new Map<string, LinkDefinition>()
  for (let at = source.indexOf(']:'); at !== -1; at = source.indexOf(']:', at + 1)) {
    const definition = readDefinition(source, at)
    if (!definition) continue
    hidden.push(definition)
    if (!byLabel.has(definition.label)) byLabel.set(definition.label, definition)
    at = definition.end - 1
  }
  let entries: Map<string, { target: string; title: string; start: number }> | undefined
  return {
    hidden,
    find(label) {
      const defined = byLabel.get(label)
      if (defined || !isNumber.test(label)) return defined
      entries ??= findSourceEntries(source)
      return entries.get(label)
    },
  }
}

const isNumber = /^\d{1,3}$/
const sourceEntry = /^[ \t]*(?:\[(\d{1,3})\](?![(:])[^\n]*?|(\d{1,3})\.[ \t]+<?)(?=https?:\/\/)/gm

function findSourceEntries(source: string) {
  const entries = new Map<string, { target: string; title: string; start: number }>()
  for (const entry of source.matchAll(sourceEntry)) {
    const from = entry.index + entry[0].length
    const target = resolveTarget(source.slice(from, endOfAddress(source, from)))
    const label = entry[1] ?? entry[2] ?? ''
    if (!entries.has(label)) entries.set(label, { target, title: '', start: entry.index + entry[0].search(/\S/) })
  }
  return entries
}

function readDefinition(source: string, labelEnd: number): LinkDefinition | undefined {
  const start = startOfLabel(source, labelEnd)
  if (start === undefined) return undefined
  const isLine = isAtLineStart(source, start)
  const gap = matchAt(/[ \t]*(?:\r?\n[ \t]*)?/y, source, labelEnd + 2)?.[0].length ?? 0
  const from = labelEnd + 2 + gap
  const isWeb = /^<?https?:\/\//i.test(source.slice(from, from + 9))
  if (!isWeb && !isLine) return undefined
  const target = matchAt(/<([^<>\n]*)>|(\S+)/y, source, from)
  // A sentence can end after a web address.
  const bare = isWeb ? target?.[2]?.replace(/[.,;:!?]+$/, '') : target?.[2]
  const address = target?.[1] ?? bare ?? ''
  // A footnote whose text is a link, `[^1]: [Reuters](https://…)`, or an address in parentheses.
  if (/^[[(]/.test(address)) return undefined
  // A text without a URL is more likely a remark, "[Note]: important", than CommonMark's relative URL.
  if (!isWeb && !/^[/#]|[.:]/.test(address)) return undefined
  const targetEnd = from + (target?.[0].length ?? 0)
  // On its own line a title ends with the last quote, so that inner quotes need no escape.
  const pattern = isLine ? /[ \t]*(?:\r?\n[ \t]*)?(["'])(.*)\1[ \t]*$/my : /[ \t]+"([^"\n]*)"(?!\S)/y
  const title = matchAt(pattern, source, targetEnd)
  const end = targetEnd + (title?.[0].length ?? 0)
  if (!isWeb && !matchAt(/[ \t]*$/my, source, end)) return undefined
  const label = normalizeLabel(source.slice(start + 1, labelEnd))
  const text = title?.[2] ?? title?.[1] ?? ''
  return { start, end, label, target: resolveTarget(address), title: resolveTarget(text) }
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

function startOfLabel(source: string, labelEnd: number): number | undefined {
  for (let i = labelEnd - 1; i >= 0 && labelEnd - i <= maxLabelLength; i--) {
    const char = source.charAt(i)
    if (char === ']' || char === '\n') return undefined
    if (char === '[') return i
  }
  return undefined
}

function isAtLineStart(source: string, at: number): boolean {
  let i = at - 1
  while (i >= 0 && /[ \t>]/.test(source.charAt(i))) i--
  return i < 0 || source.charAt(i) === '\n'
}
