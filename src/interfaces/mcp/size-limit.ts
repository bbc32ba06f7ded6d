import { type OutputLimits, outputLimitSteps } from './output-limits.ts'
import type { ToolResponse } from './tool.ts'

/** What a result may hold, as JSON: about 6,000 tokens. */
export const maxResultBytes = 24_000

/** The bytes of an answer's content, as JSON. */
export const sizeOf = ({ content }: Pick<ToolResponse, 'content'>) =>
  Buffer.byteLength(JSON.stringify(content))

/** The answer with the most room that fits; with the least where none does. */
export function fitToSizeLimit(make: (room: OutputLimits) => ToolResponse): ToolResponse {
  const [most, ...less] = outputLimitSteps as [OutputLimits, ...OutputLimits[]]
  let answer = make(most)
  for (const room of less) {
    if (sizeOf(answer) <= maxResultBytes) break
    answer = make(room)
  }
  return answer
}
