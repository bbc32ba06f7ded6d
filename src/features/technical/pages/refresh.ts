import type { Refresh } from './page-facts.ts'
import { pageAddress } from './site-address.ts'

/**
 * Reads what `<meta http-equiv="refresh">` and the `Refresh` header say, as browsers do (HTML Standard, shared
 * declarative refresh steps). Undefined where it is nothing that they would heed.
 */
export function readRefresh(content: string, base: string): Refresh | undefined {
  const [, seconds, rest = ''] = /^\s*(\d{0,9})[\d.]*\s*(?:[;,\s]\s*(.*))?$/s.exec(content.slice(0, 4000)) ?? []
  if (seconds === undefined || (seconds === '' && !/^\s*\./.test(content))) return undefined
  const [, quoted, plain] = /^(?:url\s*=\s*)?(?:["']([^"']*)["']?|(.*))/is.exec(rest.trim()) ?? []
  const target = (quoted ?? plain ?? '').trim()
  return { seconds: Number(seconds), url: target === '' ? null : pageAddress(target, base) }
}
