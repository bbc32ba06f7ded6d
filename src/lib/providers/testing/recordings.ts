import { readFileSync } from 'node:fs'
import { testData } from '../../../testing/test-data.ts'
import type { ExpectedAnswer } from './expected-answer.ts'
import { anthropicRecordings } from './recordings-anthropic.ts'
import { chatRecordings } from './recordings-chat.ts'
import { googleRecordings } from './recordings-google.ts'
import { openAiRecordings } from './recordings-openai.ts'
import { vendorRecordings } from './recordings-vendors.ts'

/** Expectations by file of the recording, and by name if a file has several bodies. */
export type RecordingExpectations = Record<string, ExpectedAnswer>

/** Every recorded body except streams, with its content as read by a person. */
export const recordingExpectations: RecordingExpectations = {
  ...anthropicRecordings,
  ...chatRecordings,
  ...googleRecordings,
  ...openAiRecordings,
  ...vendorRecordings,
}

export const recordings = testData('provider-responses')

/** @param name such as `cloro/elmo-literals.synthetic.json#CHATGPT_RESPONSE` or `openai/….json` */
export function recordedBody(name: string): unknown {
  const [file, key] = name.split('#')
  const json = JSON.parse(readFileSync(`${recordings}/${file}`, 'utf8')) as Record<string, unknown>
  if (key !== undefined) return json[key]
  return 'request' in json ? (json.response as { body: unknown }).body : json
}
