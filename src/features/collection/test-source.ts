import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { trimmedText, uuid } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { country } from '../../lib/countries.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import { type FinalSubmission, type ProviderCall, pollTask, submitQuestion } from '../../lib/providers/ask.ts'
import { protocols } from '../../lib/providers/protocols/protocols.ts'
import type { ProviderKind } from '../../lib/providers/provider-kinds.ts'
import { readResponse } from '../../lib/providers/read-response.ts'
import { apiKeyOf, factsOf, findSource, type Source, sourceRef } from '../sources/index.ts'
import { addSpending, budgetsOf, lockSpending, remainingNanos } from './budget.ts'
import { openProviderFetcher } from './collector.ts'
import { costOfAnswer, maxCost } from './cost.ts'
import { monthOf, toNanos, toUsd } from './money.ts'
import { planFields } from './plan.ts'

const pollMs = 5000
const maxWaitMs = 5 * 60_000

const testFields = {
  source_id: uuid,
  prompt: trimmedText(1, 10_000).default('Which are the best running shoes?'),
  country: country.default('US'),
  language: planFields.language.unwrap().default('en'),
  engine: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe('Of those that the source gives answers of; the first where not given'),
}
type TestInput = z.output<z.ZodObject<typeof testFields>>

export const estimateTestSource = defineOperation({
  name: 'estimate-test-source',
  summary: 'What it costs at most to ask a source one question with test-source',
  description: 'Nobody is asked.',
  on: 'workspace',
  resourceRef: sourceRef,
  access: 'operator',
  role: 'admin',
  fields: testFields,
  data: z.object({
    engine: z.string(),
    usd_at_most: z.number().nullable().describe('Null where no price is known: give the source one'),
    left_usd: z
      .number()
      .nullable()
      .describe('What is left of the workspace’s budget in this month; null where it has none'),
  }),
  async run({ ctx: { services }, input }) {
    const source = await findSource(services.db, input.source_id)
    const { protocol, question } = questionOf(source, input)
    const most = maxCost(protocol, source, question)
    const left = remainingNanos(await budgetsOf(services.db, payerOf(source), services.now()))
    return {
      data: {
        engine: question.engine,
        usd_at_most: most === null ? null : toUsd(most),
        left_usd: left === null ? null : toUsd(Math.max(0, left)),
      },
    }
  },
})

export const testSource = defineOperation({
  name: 'test-source',
  summary: 'Ask a source one question, and show what it answers',
  description: 'It is paid for like any other; its cost counts in the workspace’s budget.',
  on: 'workspace',
  resourceRef: sourceRef,
  access: 'operator',
  role: 'admin',
  isLong: 'waiting',
  isRecorded: true,
  fields: testFields,
  data: z.object({
    outcome: z.enum(['answered', 'none_shown', 'failed', 'unreadable']),
    reason: z.string().nullable().describe('Why there is no answer'),
    answer: z.string().nullable(),
    citations: z.array(
      z.object({ url: z.string(), title: z.string(), kind: z.enum(['cited', 'consulted']) }),
    ),
    model: z.string().nullable(),
    search: z.enum(['searched', 'not_searched', 'unknown']),
    cost_usd: z.number().nullable().describe('Null where neither the provider nor a price tells'),
    latency_ms: z.int(),
  }),
  async run({ ctx: { services }, input, signal }) {
    const source = await findSource(services.db, input.source_id)
    const { asking, close } = openQuestion(services, source, input)
    const reserved = maxCost(asking.protocol, source, asking.question) ?? 0
    const month = await reserve(services, source, reserved)
    const begun = performance.now()
    let spent = reserved
    try {
      const { settled, taskUsd } = await untilSettled(asking, signal)
      const latency_ms = Math.round(performance.now() - begun)
      if (settled.state !== 'answered') {
        const isBought = taskUsd !== undefined || (settled.state === 'failed' && settled.mayBeCharged)
        spent = taskUsd === undefined || taskUsd === null ? (isBought ? reserved : 0) : toNanos(taskUsd)
        const reason =
          settled.state === 'accepted' ? 'the provider has not ended the task in time' : settled.reason
        return {
          data: { ...nothing, outcome: 'failed' as const, reason, cost_usd: toUsd(spent), latency_ms },
        }
      }
      const answer = readResponse(asking.protocol.format, settled.body)
      const told = costOfAnswer(asking.protocol, source, asking.question, answer, settled.tasks)
      const cost = taskUsd === undefined || taskUsd === null ? told : toNanos(taskUsd)
      spent = cost ?? (answer.outcome === 'failed' ? 0 : reserved)
      return {
        data: {
          outcome: answer.outcome,
          reason: answer.reason === '' ? null : answer.reason,
          answer: answer.outcome === 'answered' ? answer.text : null,
          citations: answer.citations.map(({ url, title, kind }) => ({ url, title, kind })),
          model: answer.model === '' ? null : answer.model,
          search: answer.search,
          cost_usd: cost === null ? null : toUsd(cost),
          latency_ms,
        },
      }
    } finally {
      close()
      await addSpending(services.db, payerOf(source), month, { spent: spent - reserved })
    }
  },
})

const nothing = { answer: null, citations: [] as never[], model: null, search: 'unknown' as const }

/** It is nobody’s question but the workspace’s. */
const payerOf = ({ workspace_id }: Source) => ({ workspaceId: workspace_id, brandId: workspace_id })

/** @throws ApiError invalid_request for what the source cannot be asked, conflict where its terms are not confirmed */
function questionOf(source: Source, input: TestInput): Pick<ProviderCall, 'protocol' | 'question'> {
  const { engines, terms } = factsOf(source)
  const engine = input.engine ?? (engines[0] as string)
  if (!engines.includes(engine)) throw invalidRequest(`engine must be one of ${engines.join(', ')}`)
  if (terms !== undefined && !source.terms_confirmed)
    throw conflict(`${terms}. Read them, then confirm with update-source --terms-confirmed true`)
  const protocol = protocols[source.kind as ProviderKind]
  const { prompt, country: market, language } = input
  const question = { id: randomUUID(), engine, prompt, country: market, language, model: source.model }
  const problem = protocol.problemWith(question)
  if (problem !== undefined) throw invalidRequest(problem)
  return { protocol, question }
}

function openQuestion(
  services: Services,
  source: Source,
  input: TestInput,
): { asking: ProviderCall; close(): void } {
  const question = questionOf(source, input)
  const asked = { baseUrl: source.base_url, apiKey: apiKeyOf(services, source) }
  const fetcher = openProviderFetcher(services)
  return { asking: { ...question, source: asked, fetcher }, close: fetcher.close }
}

/** @throws ApiError conflict where the workspace’s budget has not enough left */
function reserve(services: Services, source: Source, reserved: number): Promise<string> {
  return services.db.transaction().execute(async (transaction) => {
    await lockSpending(transaction, source.workspace_id)
    const now = services.now()
    const left = remainingNanos(await budgetsOf(transaction, payerOf(source), now))
    if (left !== null && left < reserved) throw conflict('the budget of the month is used up')
    const month = monthOf(now)
    // As spent: nothing would give back what is reserved, were the program to end meanwhile.
    await addSpending(transaction, payerOf(source), month, { spent: reserved })
    return month
  })
}

/** With what the provider says it charged for its task: null where it does not say, undefined where there is none. */
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
