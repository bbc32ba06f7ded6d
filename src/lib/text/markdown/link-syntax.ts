import { decodeHTMLStrict } from 'entities'
import { namedHost } from '../citations/site-domain.ts'
import type { ForwardSearches } from './forward-search.ts'

const openParenthesis = 0x28
const closeParenthesis = 0x29
const backslash = 0x5c
const lessThan = 0x3c

// As in CommonMark's reference implementation; also limits how often the same text is read as a destination.
const deepestParentheses = 32

interface Destination {
  target: string
  /** Index after the closing parenthesis. */
  end: number
}

/** The target of a link, with backslash escapes and entities resolved. */
export function resolveTarget(target: string): string {
  const plain = target.includes('\\') ? target.replace(/\\([!-/:-@[-`{-~])/g, '$1') : target
  return plain.includes('&') ? decodeHTMLStrict(plain) : plain
}

/**
 * Reads `(target "title")` at a parenthesis; undefined if there is none. Unlike CommonMark it accepts web
 * addresses with spaces and titles with quotes, up to the next closing parenthesis on the line, and a web
 * address at which the text breaks off.
 */
export function readDestination(source: string, at: number, search: ForwardSearches): Destination | undefined {
  const from = skipSpaces(source, at + 1)
  const inBrackets = source.charCodeAt(from) === lessThan
  const to = inBrackets ? endOfBracketed(source, from) : endOfDestination(source, from)
  if (to !== undefined) {
    const afterTarget = skipSpaces(source, to)
    const end = afterTarget === to ? to : skipSpaces(source, endOfTitle(source, afterTarget))
    if (source.charCodeAt(end) === closeParenthesis) {
      const target = inBrackets ? source.slice(from + 1, to - 1) : source.slice(from, to)
      return { target: resolveTarget(target), end: end + 1 }
    }
  }
  if (!/^https?:\/\//i.test(source.slice(from, from + 8))) return undefined
  if (to === source.length) return { target: resolveTarget(source.slice(from)), end: to }
  const end = search.closingParenthesis(from)
  // Both are the end of the text if neither exists: the rest then does not belong to the address.
  if (end >= search.lineFeed(from)) return undefined
  const target = source.slice(from, end).replace(/\s["'“(].*$/, '')
  return { target: resolveTarget(target.trim()), end: end + 1 }
}

function skipSpaces(source: string, from: number): number {
  let i = from
  while (source.charCodeAt(i) <= 0x20) i++
  return i
}

function endOfBracketed(source: string, from: number): number | undefined {
  for (let i = from + 1; i < source.length; i++) {
    const char = source.charAt(i)
    if (char === '>') return i + 1
    if (char === '<' || char === '\n') return undefined
    if (char === '\\') i++
  }
  return undefined
}

function endOfDestination(source: string, from: number): number | undefined {
  let depth = 0
  for (let i = from; i < source.length; i++) {
    const unit = source.charCodeAt(i)
    if (unit <= 0x20) return i
    if (unit === backslash) i++
    else if (unit === openParenthesis && ++depth > deepestParentheses) return undefined
    else if (unit === closeParenthesis && depth-- === 0) return i
  }
  return source.length
}

/** Index after the title that starts at `from`; `from` if there is none. */
function endOfTitle(source: string, from: number): number {
  const opening = source.charAt(from)
  const closing = opening === '(' ? ')' : opening
  if (!['"', "'", ')'].includes(closing) || opening === ')') return from
  for (let i = from + 1; i < source.length; i++) {
    const char = source.charAt(i)
    if (char === closing) return i + 1
    if (char === '(' && closing === ')') return from
    if (char === '\\') i++
  }
  return from
}

// The end of a bare address: spaces, quotes, brackets opened before it, and CJK text and punctuation, which
// follow it without a space.
const endsAddress = /[\s<>"`|“”«»\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef\p{Cc}]/u
const trailing = /[?!.,:;*_~'’…]/

/**
 * The end of a bare address (as in GitHub's autolinks): before spaces, unbalanced brackets and punctuation.
 */
export function endOfAddress(source: string, from: number): number {
  let parentheses = 0
  let brackets = 0
  let end = from
  for (; end < source.length; end++) {
    const char = source.charAt(end)
    if (endsAddress.test(char)) break
    if (char === '(') parentheses++
    if (char === ')' && parentheses-- === 0) break
    if (char === '[') brackets++
    if (char === ']' && brackets-- === 0) break
  }
  while (end > from && trailing.test(source.charAt(end - 1))) end--
  return end
}

// Lowercase labels, the last one without digits, as in top-level domains.
const hostInSmallLetters =
  /^(?:https?:\/\/)?((?:[\p{Ll}\p{Lo}\p{M}\p{Nd}-]+\.)+\p{Ll}+)(?![\p{Ll}\p{Lo}\p{M}/?#:@\\]|[.-][\p{Ll}\p{Nd}])/u
const maxHostLength = 253 + 'https://'.length

/**
 * The end of a bare address that is only the host of a known site. It ends there whatever follows: pages
 * copied as text join the next words to it (`www.example.comRead`, `www.example.com+2`).
 */
export function endOfSiteName(source: string, from: number): number | undefined {
  const [address = '', host = ''] = hostInSmallLetters.exec(source.slice(from, from + maxHostLength)) ?? []
  return namedHost(host) === undefined ? undefined : from + address.length
}

/** The host of the bare address from `from` to `end`, without user name and port. */
export function hostOfAddress(source: string, from: number, end: number): { from: number; to: number } {
  const scheme = /^https?:\/\//i.exec(source.slice(from, from + 8))?.[0].length ?? 0
  let to = from + scheme
  let start = to
  let port = -1
  for (; to < end && !'/?#\\'.includes(source.charAt(to)); to++) {
    if (source.charAt(to) === '@') {
      start = to + 1
      port = -1
    }
    if (source.charAt(to) === ':') port = to
  }
  return { from: start, to: port === -1 ? to : port }
}
