import { dynamicTool, generateText, isStepCount, jsonSchema, type LanguageModel } from 'ai'
import { type LanguageModelOptions, languageModel } from '../../src/lib/models/language-model.ts'
import type { Agent } from '../../src/testing/agents.ts'

/** More than any question needs, so that a model that is lost ends. */
const maxCalls = 6

/** The model of EVAL_PROVIDER, EVAL_MODEL, EVAL_API_KEY and EVAL_BASE_URL; undefined without one. */
export function modelOf({ EVAL_PROVIDER, EVAL_MODEL, EVAL_API_KEY, EVAL_BASE_URL }: NodeJS.ProcessEnv) {
  if (EVAL_MODEL === undefined) return undefined
  if (EVAL_PROVIDER === undefined) throw new Error('EVAL_PROVIDER: set openai, anthropic, google or openai-compatible')
  const provider = EVAL_PROVIDER as LanguageModelOptions['provider']
  return languageModel({ provider, model: EVAL_MODEL, apiKey: EVAL_API_KEY, baseUrl: EVAL_BASE_URL })
}

/** Has a model choose the tools and answer. It sees only the texts of the results. */
export async function askModel(model: LanguageModel, agent: Agent, today: string, question: string) {
  const calls: string[] = []
  const texts: string[] = []
  const { tools } = await agent.client.listTools()
  const offered = tools.map(({ name, description, inputSchema }) => [
    name,
    dynamicTool({
      description: description ?? '',
      inputSchema: jsonSchema(inputSchema as never),
      async execute(given) {
        const { text } = await agent.call(name, given as Record<string, unknown>)
        calls.push(name)
        texts.push(text)
        return text
      },
    }),
  ])
  const { text } = await generateText({
    model,
    instructions: `${agent.client.getInstructions()}\nToday is ${today}. Answer in at most three sentences. Give names, figures, intervals and verdicts exactly as the tools show them.`,
    prompt: question,
    tools: Object.fromEntries(offered),
    stopWhen: isStepCount(maxCalls + 1),
  })
  return { calls, texts, answer: text }
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}*`]/gu, '')
    .replaceAll(/[_\s]+/g, ' ')
    .toLowerCase()

/** Whether an answer has every value: names in any case, numbers in any form (`8.6` for 8.60, `1,024`). */
export function hasAll(answer: string, values: readonly unknown[]): boolean {
  const said = plain(answer)
  const numbers = new Set(
    [...said.replaceAll(/(?<=\d),(?=\d{3})/g, '').matchAll(/\d+(\.\d+)?/g)].map(([one]) => Number(one)),
  )
  return values.every((value) => {
    const text = plain(String(value ?? ''))
    const [first, ...others] = text.match(/\d+(\.\d+)?/g) ?? []
    const isFigure = first !== undefined && /^[-\d.\s()to,%]+$/.test(text)
    return isFigure ? [first, ...others].every((one) => numbers.has(Number(one))) : said.includes(text)
  })
}
