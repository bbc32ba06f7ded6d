import { createCommonLogParser } from './common-log.ts'
import { createExtendedLogParser } from './extended-log.ts'
import { createJsonLogParser } from './json-log.ts'
import { jsonShapes } from './json-shapes.ts'
import type { LineParser, LogFormat } from './log-entry.ts'

/** Creates a parser for the lines of one file, in order. */
export function createLineParser(format: LogFormat): LineParser {
  switch (format) {
    case 'common':
      return createCommonLogParser({ hasHost: false, needsAgent: false })
    case 'combined':
      return createCommonLogParser({ hasHost: false, needsAgent: true })
    case 'combined-vhost':
      return createCommonLogParser({ hasHost: true, needsAgent: true })
    case 'w3c':
      return createExtendedLogParser({ isEncoded: false })
    case 'cloudfront':
      return createCloudFrontLogParser()
    default:
      return createJsonLogParser(jsonShapes[format])
  }
}

/** CloudFront writes tab-separated lines, or JSON with standard logging v2. */
function createCloudFrontLogParser(): LineParser {
  const json = createJsonLogParser(jsonShapes.cloudfront)
  const extended = createExtendedLogParser({ isEncoded: true })
  return { look: (line) => (line.startsWith('{') ? json : extended).look(line) }
}
