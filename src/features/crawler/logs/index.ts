export { batchLines } from './batch-lines.ts'
export { detectFormat } from './detect-format.ts'
export { type FollowedLines, type FollowOptions, followLog } from './follow-log.ts'
export { createLineParser } from './line-parser.ts'
export {
  type LineParser,
  type LogEntry,
  type LogFormat,
  type LoggedRequest,
  logFormats,
  remark,
  type Unfit,
} from './log-entry.ts'
export {
  createLogReader,
  type LogCounts,
  type LogReader,
  type LogReaderOptions,
  type LogVisit,
} from './log-reader.ts'
export { openLog } from './open-log.ts'
export { type LogReading, type ReadLogOptions, readLog } from './read-log.ts'
