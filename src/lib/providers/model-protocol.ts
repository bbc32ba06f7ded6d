import { usageOf } from './bounds.ts'
import { readAnswer } from './failures.ts'
import type { AskedSource, Protocol, Question } from './protocol.ts'
import { bearer, directRequest, type Sent } from './requests.ts'

export interface ModelApi {
  unsaid: Protocol['unsaid']
  /** Maximum searches of an answer. */
  searches: number
  /** Input tokens that each search adds, if they differ from other models'. */
  tokensPerSearch?: number
  /** Sends the key as a bearer token unless it sets headers. */
  request(question: Question, source: AskedSource): Omit<Sent, 'headers'> & Partial<Sent>
}

/** The protocol of a model that answers each question in the response to one request. */
export const modelProtocol = (api: ModelApi): Protocol => ({
  problemWith: () => undefined,
  unsaid: api.unsaid,
  pricedAs: ({ model }) => model,
  maxUsage: (question) => usageOf(question, api.searches, api.tokensPerSearch),
  submit: (question, source) => directRequest(source, { headers: bearer(source), ...api.request(question, source) }),
  readSubmission: readAnswer,
})
