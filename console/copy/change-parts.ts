import type { ResponseOf } from '../api/client.ts'

type Explained = NonNullable<ResponseOf<'list-visibility-changes'>['data'][number]['explained']>

/** What a change may be made of, what answers say first. */
export const changeParts: Record<keyof Explained, string> = {
  real: 'engines answered the same prompts differently',
  model_change: 'the same, where the engine serves another model',
  prompts_added: 'prompts added',
  prompts_removed: 'prompts removed',
  run_counts: 'prompts asked more or less often',
  market_mix: 'markets with other shares of the plan',
  engine_mix: 'engines with other shares of the plan',
  outage: 'answers that did not come',
}
