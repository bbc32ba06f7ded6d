import { createCommonLogParser } from './common-log.ts'
import { type LineParser, type LogFormat, nonRequestLine } from './log-entry.ts'
import { type LogShape, logShapes } from './log-shapes.ts'
import { createRecordParser } from './record-log.ts'
import { unwrapped } from './unwrapped.ts'

/** Creates a parser for the lines of one file, in order. */
export function createLineParser(format: LogFormat | LogShape): LineParser {
  const parser = typeof format === 'string' ? parserOf(format) : createRecordParser(format)
  const look = (line: string) => (line === '' ? nonRequestLine : parser.look(line))
  return { look: (line) => look(unwrapped(line)) }
}

function parserOf(format: LogFormat): LineParser {
  switch (format) {
    case 'common':
      return createCommonLogParser({ hasHost: false, needsAgent: false })
    case 'combined':
      return createCommonLogParser({ hasHost: false, needsAgent: true })
    case 'combined-vhost':
      return createCommonLogParser({ hasHost: true, needsAgent: true })
    default:
      return createRecordParser(logShapes[format])
  }
}
