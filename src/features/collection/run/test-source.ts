import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Services } from '../../../kernel/context.ts'
import { trimmedText, uuid } from '../../../kernel/fields.ts'
import { defineOperation, forAdmins } from '../../../kernel/operation.ts'
import { country } from '../../../lib/countries.ts'
import { conflict, invalidRequest } from '../../../lib/errors.ts'
import { type FinalSubmission, type ProviderCall, pollTask, submitQuestion } from '../../../lib/providers/ask.ts'
import type { ProviderAnswer } from '../../../lib/providers/provider-answer.ts'
import { providerOf } from '../../../lib/providers/providers.ts'
import { readResponse } from '../../../lib/providers/read-response.ts'
import { apiKeyOf, factsOf, findSource, pricesNeeded, type Source, settingsOf, sourceRef } from '../../sources/index.ts'
import { addSpending, type BudgetOwner, budgetsOf, lockSpending, remainingNanos } from '../money/budget.ts'
import { assumedCost, costOfAnswer, maxCost, shippedCost } from '../money/cost.ts'
import { monthOf, toNanos, toUsd } from '../money/money.ts'
import { planFields } from '../plan/plan.ts'
import { openProviderFetcher } from './collector.ts'

const pollMs = 5000
const maxWaitMs = 5 * 60_000

export const testFields = {
  source_id: uuid,
  prompt: trimmedText(1, 10_000).default('Which are the best running shoes?'),
  country: country.default('US'),
  language: planFields.language.unwrap().default('en'),
  engine: z.string().min(1).max(40).optional().describe('An engine of the provider. Defaults to its first.'),
}
type TestInput = z.output<z.ZodObject<typeof testFields>>

export const estimateTestSource = defineOperation({
  name: 'estimate-test-source',
  summary: 'Estimate the maximum cost of test-source; sends no request',
  ...forAdmins,
  resourceRef: sourceRef,
  fields: testFields,
  data: z.object({
    engine: z.string(),
    usd_typical: z.number().nullable().describe('Cost of an ordinary answer. Null without a known price.'),
    usd_at_most: z
      .number()
      .nullable()
      .describe('Maximum cost of the request. Null without a known price; set one on the source.'),
    left_usd: z.number().nullable().describe('Remaining workspace budget this month. Null without a budget.'),
  }),
  run: async ({ ctx: { services }, input }) => ({
    data: await estimateQuestion(services, await findSource(services.db, input.source_id), input),
  }),
})

/** The cost of a question, and the remaining budget. */
export async function estimateQuestion(
  { db, now }: Services,
  source: Source,
  input: TestInput,
  payer = payerOf(source),
) {
  const { protocol, question } = questionOf(source, input)
  const most = maxCost(protocol, source, question)
  const typical = shippedCost(protocol, source, question)
  const left = remainingNanos(await budgetsOf(db, payer, now()))
  return {
    engine: question.engine,
    usd_typical: typical === null ? null : toUsd(typical),
    usd_at_most: most === null ? null : toUsd(most),
    left_usd: left === null ? null : toUsd(Math.max(0, left)),
  }
}

export const testResultSchema = z.object({
  outcome: z.enum(['answered', 'none_shown', 'failed', 'unreadable']),
  reason: z.string().nullable().describe('Why there is no answer. Null if there is one.'),
  answer: z.string().nullable(),
  citations: z.array(z.object({ url: z.string(), title: z.string(), kind: z.enum(['cited', 'consulted']) })),
  model: z.string().nullable(),
  search: z.enum(['searched', 'not_searched', 'unknown']),
  cost_usd: z.number().nullable().describe('Null if neither the provider nor a price determines it.'),
  latency_ms: z.int(),
})

export const testSource = defineOperation({
  name: 'test-source',
  summary: 'Send one prompt to a provider and show its answer',
  description: 'The provider charges for the request. Its cost counts toward the workspace budget.',
  ...forAdmins,
  resourceRef: sourceRef,
  isLong: 'waiting',
  isRecorded: true,
  fields: testFields,
  data: testResultSchema,
  async run({ ctx: { services }, input, signal }) {
    const source = await findSource(services.db, input.source_id)
    return { data: (await askOnce(services, source, input, signal)).result }
  },
})

/** The result of one question, and what it was read from. */
export interface Asked {
  result: z.output<typeof testResultSchema>
  question: ProviderCall['question']
  /** Undefined without a response that holds an answer. */
  response?: {
    answer: ProviderAnswer
    body: string
    /** What the provider says it charged, in billionths of a US dollar. */
    charged: number | null
    tasks: number | undefined
  }
}

/**
 * Asks a source one question. The workspace pays for it unless a brand does.
 * @throws ApiError invalid_request without a known price, conflict if the budget is too low
 */
export async function askOnce(
  services: Services,
  source: Source,
  input: TestInput,
  signal: AbortSignal,
  payer = payerOf(source),
): Promise<Asked> {
  const { asking, close } = openQuestion(services, source, input)
  const { question } = asking
  const reserved = maxCost(asking.protocol, source, question)
  if (reserved === null) {
    close()
    throw invalidRequest(
      `source_id: no price is known for ${source.name}; set one with update-source --price '${pricesNeeded(source)}'`,
    )
  }
  const month = await reserve(services, payer, reserved)
  const assumed = () => assumedCost(services.db, source, question, reserved, services.now())
  const begun = performance.now()
  let spent = 0
  let atRisk = reserved
  try {
    const { settled, taskUsd } = await untilSettled(asking, signal)
    const latency_ms = Math.round(performance.now() - begun)
    if (settled.state !== 'answered') {
      const isBought = taskUsd !== undefined || (settled.state === 'failed' && settled.mayBeCharged)
      spent = taskUsd === undefined || taskUsd === null ? 0 : toNanos(taskUsd)
      atRisk = isBought && spent === 0 ? await assumed() : 0
      const reason = settled.state === 'accepted' ? 'the provider did not finish the task in time' : settled.reason
      return {
        question,
        result: { ...nothing, outcome: 'failed', reason, cost_usd: toUsd(spent), latency_ms },
      }
    }
    const { body, tasks } = settled
    const answer = readResponse(providerOf(source.kind).format, body)
    const computed = costOfAnswer(asking.protocol, source, question, answer, tasks)
    const cost = taskUsd === undefined || taskUsd === null ? (computed?.bounded ?? null) : toNanos(taskUsd)
    spent = cost ?? (answer.outcome === 'failed' ? 0 : await assumed())
    atRisk = 0
    const result = {
      outcome: answer.outcome,
      reason: answer.reason === '' ? null : answer.reason,
      answer: answer.outcome === 'answered' ? answer.text : null,
      citations: answer.citations.map(({ url, title, kind }) => ({ url, title, kind })),
      model: answer.model === '' ? null : answer.model,
      search: answer.search,
      cost_usd: cost === null ? null : toUsd(cost),
      latency_ms,
    }
    const chargedUsd = taskUsd ?? answer.costUsd
    const charged = chargedUsd === null ? null : toNanos(chargedUsd)
    return { question, result, response: { answer, body, charged, tasks } }
  } finally {
    close()
    await addSpending(services.db, payer, month, { spent, atRisk: atRisk - reserved })
  }
}

const nothing = { answer: null, citations: [] as never[], model: null, search: 'unknown' as const }

/** Charges only the workspace, not a brand. */
const payerOf = ({ workspace_id }: Source) => ({ workspaceId: workspace_id, brandId: workspace_id })

/** @throws ApiError invalid_request for an unsupported prompt, conflict for unconfirmed terms */
function questionOf(source: Source, input: TestInput): Pick<ProviderCall, 'protocol' | 'question'> {
  const { engines, terms } = factsOf(source)
  const engine = input.engine ?? (engines[0] as string)
  if (!engines.includes(engine)) throw invalidRequest(`engine must be one of ${engines.join(', ')}`)
  if (terms !== undefined && !source.terms_confirmed)
    throw conflict(`${terms}; read them, then run update-source --terms-confirmed true`)
  const protocol = providerOf(source.kind).protocol
  const { prompt, country: market, language } = input
  const question = { id: randomUUID(), engine, prompt, country: market, language, ...settingsOf(source, market) }
  const problem = protocol.problemWith(question)
  if (problem !== undefined) throw invalidRequest(problem)
  return { protocol, question }
}

function openQuestion(services: Services, source: Source, input: TestInput): { asking: ProviderCall; close(): void } {
  const question = questionOf(source, input)
  const asked = { baseUrl: source.base_url, apiKey: apiKeyOf(services, source) }
  const fetcher = openProviderFetcher(services)
  return { asking: { ...question, source: asked, fetcher }, close: fetcher.close }
}

/** @throws ApiError conflict if the remaining budget is too low */
function reserve(services: Services, payer: BudgetOwner, reserved: number): Promise<string> {
  return services.db.transaction().execute(async (transaction) => {
    await lockSpending(transaction, payer.workspaceId)
    const now = services.now()
    const left = remainingNanos(await budgetsOf(transaction, payer, now))
    if (left !== null && left < reserved)
      throw conflict(`the request can cost $${toUsd(reserved)} of $${toUsd(left)} left; raise set-budget`)
    const month = monthOf(now)
    // At risk: a reservation would never be released if the process died.
    await addSpending(transaction, payer, month, { atRisk: reserved })
    return month
  })
}

/** Polls until the task settles. taskUsd: the charge; null if unknown, undefined without a task. */
async function untilSettled(
  asking: ProviderCall,
  signal: AbortSignal,
): Promise<{ settled: FinalSubmission; taskUsd: number | null | undefined }> {
  const until = performance.now() + maxWaitMs
  let settled = await submitQuestion(asking)
  let taskId: string | undefined
  let taskUsd: number | null | undefined
  for (;;) {
    if (settled.state === 'accepted') {
      taskId = settled.taskId
      taskUsd = settled.costUsd ?? taskUsd ?? null
    }
    const isWorking = settled.state === 'accepted' || (taskId !== undefined && settled.state === 'busy')
    if (!isWorking || taskId === undefined || performance.now() > until) return { settled, taskUsd }
    await sleep(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    settled = await pollTask(asking, taskId)
  }
}
