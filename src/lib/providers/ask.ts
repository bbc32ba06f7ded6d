import type { PostingFetcher } from '../fetching/fetcher.ts'
import type {
  AskedSource,
  Protocol,
  ProviderRequest,
  ProviderResponse,
  Question,
  ReadResponse,
  Submission,
} from './protocol.ts'
import { SendProblem, sendRequest } from './send.ts'

/** More requests than any provider needs for one answer. */
const maxSteps = 8

/** The provider, the question and the fetcher of a request. */
export interface ProviderCall {
  protocol: Protocol
  question: Question
  source: AskedSource
  fetcher: PostingFetcher
  signal?: AbortSignal
}

/** The outcome of a submission or poll, including all its requests. */
export type FinalSubmission = Exclude<Submission, { state: 'unfinished' }>

/** Submits a question and sends all requests until there is a result. Never throws SendProblem. */
export async function submitQuestion(asking: ProviderCall): Promise<FinalSubmission> {
  const { protocol, question, source } = asking
  const settled = await exchange(asking, protocol.submit(question, source), protocol.readSubmission, true)
  return withoutKey(settled, source)
}

/**
 * Fetches the answer of a task. A lost response can be fetched again, so such a failure is not final.
 * @throws Error if the protocol has no tasks
 */
export async function pollTask(asking: ProviderCall, taskId: string): Promise<FinalSubmission> {
  const { protocol, question, source } = asking
  if (protocol.poll === undefined || protocol.readPoll === undefined) throw new Error('this provider has no tasks')
  const request = protocol.poll(taskId, question, source)
  return withoutKey(await exchange(asking, request, protocol.readPoll, false), source)
}

/** Shorter parts of a key occur in many texts by chance. */
const minSecretLength = 8

/** Removes the key, which providers may echo, from messages and stored bodies. */
function withoutKey(settled: FinalSubmission, { apiKey }: AskedSource): FinalSubmission {
  const parts = [apiKey, Buffer.from(apiKey).toString('base64'), ...apiKey.split(':').slice(1)]
  const hidden = (text: string) =>
    parts.filter(({ length }) => length >= minSecretLength).reduce((shown, part) => shown.replaceAll(part, '…'), text)
  if (settled.state === 'answered') return { ...settled, body: hidden(settled.body) }
  return settled.state === 'accepted' ? settled : { ...settled, reason: hidden(settled.reason) }
}

/** @param buys whether each request is paid */
async function exchange(
  asking: ProviderCall,
  first: ProviderRequest,
  read: ReadResponse,
  buys: boolean,
): Promise<FinalSubmission> {
  const { question, source, fetcher, signal } = asking
  const earlier: ProviderResponse[] = []
  for (let next = first; ; ) {
    const isPartBought = buys && earlier.length > 0
    try {
      const response = await sendRequest(fetcher, next, source, signal)
      const submission = read(response, question, source, earlier)
      if (submission.state !== 'unfinished') return isPartBought ? paidInPart(submission) : submission
      if (earlier.length === maxSteps) return failed('the provider keeps requiring another request', buys)
      earlier.push(response)
      next = submission.next
    } catch (error) {
      if (!(error instanceof SendProblem)) throw error
      const { message, mayBeCharged, stopsSource } = error
      return { ...failed(message, mayBeCharged || isPartBought), isFinal: stopsSource, stopsSource }
    }
  }
}

const failed = (reason: string, mayBeCharged: boolean) =>
  ({ state: 'failed', reason, isFinal: false, stopsSource: false, mayBeCharged }) as const

/** The outcome after earlier paid steps, whose results cannot be fetched later. */
function paidInPart(submission: FinalSubmission): FinalSubmission {
  if (submission.state === 'busy') return failed(submission.reason, true)
  return submission.state === 'failed' ? { ...submission, mayBeCharged: true } : submission
}
