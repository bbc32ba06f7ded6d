import { z } from 'zod'
import { defineOperation, forAdmins } from '../../../kernel/operation.ts'
import { isPricedAs } from '../../../lib/providers/prices.ts'
import { providerOf } from '../../../lib/providers/providers.ts'
import { findSource, type Source, sourceRef } from '../../sources/index.ts'
import { costOfAnswer } from '../money/cost.ts'
import { toUsd } from '../money/money.ts'
import { type Asked, askOnce, estimateQuestion, testFields, testResultSchema } from './test-source.ts'

const checkSchema = z.object({
  check: z.enum(['shape', 'model', 'price', 'search', 'market']),
  result: z.enum(['as_expected', 'differs', 'unknown']),
  detail: z.string(),
})
type Check = z.output<typeof checkSchema>

export const verifySource = defineOperation({
  name: 'verify-source',
  summary: 'Check with one paid prompt whether a provider works as Sightline expects',
  description:
    'Without confirm=true, shows the maximum cost and sends nothing. The cost counts toward the workspace budget.',
  ...forAdmins,
  resourceRef: sourceRef,
  isLong: 'waiting',
  isRecorded: true,
  fields: {
    ...testFields,
    confirm: z.boolean().default(false).describe('Whether to send the prompt and pay for it.'),
    include_body: z.boolean().default(false).describe('Whether to return the response for a bug report.'),
  },
  data: z.object({
    usd_at_most: z.number().nullable().describe('Maximum cost. Null without a known price.'),
    checks: z.array(checkSchema).describe('Empty until confirmed.'),
    test: testResultSchema.nullable().describe('As in test-source. Null until confirmed.'),
    redacted_body: z
      .string()
      .nullable()
      .describe('The response without ids, addresses and the key. Null unless requested.'),
  }),
  async run({ ctx: { services }, input, signal }) {
    const source = await findSource(services.db, input.source_id)
    const { usd_at_most } = await estimateQuestion(services, source, input)
    if (!input.confirm) return { data: { usd_at_most, checks: [], test: null, redacted_body: null } }
    const asked = await askOnce(services, source, input, signal)
    const body = input.include_body ? asked.response?.body : undefined
    return {
      data: {
        usd_at_most,
        checks: checksOf(source, asked),
        test: asked.result,
        redacted_body: body === undefined ? null : redacted(body),
      },
    }
  },
})

function checksOf(source: Source, asked: Asked): Check[] {
  const { result, response } = asked
  const isRead = result.outcome === 'answered' || result.outcome === 'none_shown'
  const shape = comparedAs('shape')(
    isRead ? 'Sightline reads the response.' : (result.reason ?? 'Sightline cannot read the response.'),
    isRead,
  )
  if (response === undefined) return [shape]
  return [
    shape,
    modelCheck(asked),
    priceCheck(source, asked),
    searchCheck(result.search, source.search === 'free'),
    marketCheck(asked),
  ]
}

const comparedAs =
  (check: Check['check']) =>
  (detail: string, isSame: boolean | null): Check => ({
    check,
    result: isSame === null ? 'unknown' : isSame ? 'as_expected' : 'differs',
    detail,
  })

function modelCheck({ question: { model }, result }: Asked): Check {
  const compared = comparedAs('model')
  if (result.model === null) return compared('The response does not name its model.', null)
  if (model === '') return compared(`${result.model} answered; the provider chooses the model.`, null)
  return compared(`Asked ${model}; ${result.model} answered.`, isPricedAs(model, result.model))
}

/** Charges may differ from list prices by rounding. */
const tolerance = 0.05

/** Compares a reported charge with the known price, and usage with the limits of the request. */
function priceCheck(source: Source, { question, response }: Asked): Check {
  const compared = comparedAs('price')
  if (response === undefined) return compared('There is no response.', null)
  const { answer, charged, tasks } = response
  const { protocol } = providerOf(source.kind)
  const known = costOfAnswer(protocol, source, question, { ...answer, costUsd: null }, tasks)
  if (known === null)
    return compared(charged === null ? 'The response has no charge and no usage.' : `Charged $${toUsd(charged)}.`, null)
  const price = `$${toUsd(known.cost)}`
  if (charged === null)
    return known.cost > known.bounded
      ? compared(`${price} is more than the request allows.`, false)
      : compared(`${price} by its usage and the known price.`, true)
  return compared(
    `Charged $${toUsd(charged)}; the known price gives ${price}.`,
    Math.abs(charged - known.cost) <= tolerance * known.cost,
  )
}

const searchCheck = (search: Asked['result']['search'], isFree: boolean): Check =>
  search === 'unknown'
    ? comparedAs('search')('The response does not show whether the engine searched.', null)
    : comparedAs('search')(
        search === 'searched' ? 'The engine searched the web.' : 'The engine answered without a web search.',
        isFree || search === 'searched',
      )

function marketCheck({ question, response }: Asked): Check {
  const found = response?.answer.country ?? null
  const detail = `Asked for ${question.country}; the response names ${found ?? 'no market'}.`
  return comparedAs('market')(detail, found === null ? null : found === question.country)
}

/** Names that are or end with one of these words, as in `user_id` and `userId`, but not `paid`. */
const isPersonal =
  /(?:^|[_-])(?:id|ids|key|token|user|account|ip|email)$|(?:Id|Ids|ID|Key|Token|User|Account|Ip|IP|Email)$/

/** Removes addresses, and values of fields that identify someone. The key is removed earlier. */
function redacted(body: string): string {
  const withoutAddresses = body.replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[removed]')
  try {
    const kept = (name: string, value: unknown) =>
      isPersonal.test(name) && (typeof value === 'string' || typeof value === 'number') ? '[removed]' : value
    return JSON.stringify(JSON.parse(withoutAddresses, kept), null, 2)
  } catch {
    return withoutAddresses
  }
}
