import { parseObject } from './split-record.ts'

/** How Kubernetes begins lines: time, stream, and whether the line is whole. */
const criPrefix = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d) (?:stdout|stderr) [FP] /

/** The line that a container wrote, from its log in Docker (json-file) or Kubernetes (CRI). Other lines stay. */
export function unwrapped(line: string): string {
  if (line[4] === '-') return line.replace(criPrefix, '')
  if (!line.startsWith('{"log":"')) return line
  const { log, stream } = parseObject(line) ?? {}
  if (typeof log !== 'string' || typeof stream !== 'string' || log.includes('\0')) return line
  return Buffer.from(log.replace(/\r?\n$/, '')).toString('latin1')
}
