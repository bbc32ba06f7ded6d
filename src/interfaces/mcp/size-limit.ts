import { type OutputLimits, outputLimitSteps } from './output-limits.ts'
import type { ToolResponse } from './tool.ts'

/** Size limit of a result as JSON: about 6,000 tokens. */
export const maxResultBytes = 24_000

/** Size of a response's content as JSON, in bytes. */
export const sizeOf = ({ content }: Pick<ToolResponse, 'content'>) => Buffer.byteLength(JSON.stringify(content))

/** Returns the response with the highest limits that fits, or the smallest one. */
export function fitToSizeLimit(make: (room: OutputLimits) => ToolResponse): ToolResponse {
  const [most, ...less] = outputLimitSteps as [OutputLimits, ...OutputLimits[]]
  let answer = make(most)
  for (const room of less) {
    if (sizeOf(answer) <= maxResultBytes) break
    answer = make(room)
  }
  return answer
}
