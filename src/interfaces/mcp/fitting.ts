import { type Room, rooms } from './compact.ts'
import type { ToolAnswer } from './tool.ts'

/** What a result may hold, as JSON: about 6,000 tokens. */
export const maxResultBytes = 24_000

/** The bytes of an answer's content, as JSON. */
export const sizeOf = ({ content }: Pick<ToolAnswer, 'content'>) => Buffer.byteLength(JSON.stringify(content))

/** The answer with the most room that fits; with the least where none does. */
export function fitting(make: (room: Room) => ToolAnswer): ToolAnswer {
  const [most, ...less] = rooms as [Room, ...Room[]]
  let answer = make(most)
  for (const room of less) {
    if (sizeOf(answer) <= maxResultBytes) break
    answer = make(room)
  }
  return answer
}
