import { crawlAddress } from '../crawl-address.ts'
import type { Refresh } from './page-facts.ts'

/**
 * Parses `<meta http-equiv="refresh">` and the `Refresh` header as browsers do (HTML Standard, shared
 * declarative refresh steps). Undefined if browsers would ignore it.
 */
export function readRefresh(content: string, base: string): Refresh | undefined {
  const text = content.slice(0, 4000).trim()
  const [number = '', whole = ''] = /^(\d{0,9})[\d.]*/.exec(text) ?? []
  const rest = text.slice(number.length)
  if (number === '' || /^[^\s;,]/.test(rest)) return undefined
  const [, quoted, plain] = /^(?:url\s*=\s*)?(?:["']([^"']*)|(.*))/is.exec(rest.trim().replace(/^[;,]\s*/, '')) ?? []
  const target = (quoted ?? plain ?? '').trim()
  return { seconds: Number(whole), url: target === '' ? null : (crawlAddress(target, base) ?? null) }
}
