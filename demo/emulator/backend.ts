import { uuidFromText } from '../../src/lib/hashed-uuid.ts'
import type { PricedUsage } from '../../src/lib/providers/provider-answer.ts'
import { providerOf } from '../../src/lib/providers/providers.ts'
import { type EmulatedAnswer, type EmulatedBrand, emulateAnswer, refusalAnswer } from './emulated-answer.ts'
import { emulatedModels, ticksOf, ticksPerDollar } from './emulated-prices.ts'
import type { Ledger } from './ledger.ts'
import type { AskedQuestion, Call, EmulatedResult, EmulatorBackend, Task } from './service.ts'
import type { Webhooks } from './webhooks.ts'

/** Maximum stored tasks; deletes the oldest first, as vendors delete them after a day. */
const maxTasks = 20_000
const overchargeFactor = 10

export interface DeskOptions {
  seed: string
  brands: readonly EmulatedBrand[]
  /** The text of the answer to a prompt; undefined for an invented answer. */
  answerTo?: ((prompt: string) => string | undefined) | undefined
  /** The duration of a task. */
  workMs: number
  ledger: Ledger
  webhooks: Webhooks
  webhookSecret: string
}

interface StoredTask extends Omit<Task, 'state'> {
  kind: Call['kind']
  doneAt: number
}

/** Creates the shared part of all emulated providers, which sells answers and stores tasks. */
export function createEmulatorBackend(options: DeskOptions): EmulatorBackend {
  const { seed, brands, workMs, ledger, webhooks } = options
  const turns = new Map<string, number>()
  const tasks = new Map<string, StoredTask>()
  const keys = new Set<string>()
  let sold = 0

  function answerTo(call: Call, { prompt, country }: AskedQuestion): EmulatedAnswer {
    const asked = `${call.kind} ${country} ${prompt}`
    const turn = (turns.get(asked) ?? 0) + 1
    turns.set(asked, turn)
    const answer = emulateAnswer(`${seed} ${call.kind} ${country} ${turn}`, prompt, brands)
    if (call.fault === 'refusal') return refusalAnswer(answer)
    const text = options.answerTo?.(prompt)
    if (text === undefined) return answer
    return { ...answer, segments: [{ text }], outputTokens: Math.ceil(text.length / 4) }
  }

  function sell(call: Call, asked: AskedQuestion, usageOf: (answer: EmulatedAnswer) => PricedUsage): EmulatedResult {
    const answer = answerTo(call, asked)
    const usage = usageWithin(call, asked, usageOf(answer))
    const ticks =
      ticksOf(call.kind, usage, call.fault === 'other_model') * (call.fault === 'dear' ? overchargeFactor : 1)
    sold += 1
    const id = uuidFromText(`${seed} ${sold}`)
    const { prompt, country, reference = '' } = asked
    ledger.buy({ kind: call.kind, id, reference, prompt, country }, ticks)
    return { id, answer, usage, costUsd: ticks / ticksPerDollar }
  }

  function stateOf({ doneAt, fault }: StoredTask): Task['state'] {
    if (fault === 'endless' || Date.now() < doneAt) return 'working'
    return fault === 'task_failed' ? 'failed' : 'done'
  }
  const shown = (task: StoredTask): Task => ({ ...task, state: stateOf(task) })

  return {
    sell,
    openTask(call, { product, webhook, ...asked }, usage) {
      const isFailing = call.fault === 'task_failed'
      const charged = call.fault === 'dear' ? multiplied(usage) : usage
      const sale = sell({ ...call, fault: plain(call.fault) }, asked, () => (isFailing ? {} : charged))
      const { kind, fault, now: createdAt } = call
      const task = { ...sale, kind, asked, product, fault, createdAt, doneAt: Date.now() + workMs }
      tasks.set(task.id, task)
      for (const oldest of tasks.keys()) {
        if (tasks.size <= maxTasks) break
        tasks.delete(oldest)
      }
      if (webhook !== undefined && fault !== 'endless') webhooks.callAfter(workMs, () => webhook(shown(task)), fault)
      return shown(task)
    },
    findTask(call, id) {
      const task = tasks.get(id)
      return task?.kind === call.kind ? shown(task) : undefined
    },
    doneTasks: ({ kind }, product) =>
      [...tasks.values()]
        .filter((task) => task.kind === kind && task.product === product)
        .map(shown)
        .filter(({ state }) => state === 'done'),
    isKnownKey(key) {
      const isKnown = keys.has(key)
      keys.add(key)
      if (isKnown) ledger.refuseRepeat()
      return isKnown
    },
    webhookSecret: options.webhookSecret,
  }
}

/** The usage of an answer, or the one that a fault names. */
function usageWithin({ kind, fault }: Call, { prompt, country }: AskedQuestion, usage: PricedUsage): PricedUsage {
  if (fault !== 'usage_at_bounds' && fault !== 'usage_above_bounds' && fault !== 'other_model') return usage
  const question = { id: '', prompt, country, language: '', engine: '', model: emulatedModels[kind] }
  const { inputTokens, outputTokens } = providerOf(kind).protocol.maxUsage(question)
  const factor = fault === 'usage_above_bounds' ? 3 : 1
  return { ...usage, inputTokens: (inputTokens ?? 0) * factor, outputTokens: (outputTokens ?? 0) * factor }
}

/** The usage for a charge that is too high: more credits, or more per task. */
const multiplied = ({ credits, tasks }: PricedUsage): PricedUsage => ({
  ...(credits != null && { credits: credits * overchargeFactor }),
  ...(tasks !== undefined && { tasks: tasks * overchargeFactor }),
})

const plain = (fault: Call['fault']) => (fault === 'dear' ? undefined : fault)
