import type { ResponseOf } from '../api/client.ts'

type Explained = NonNullable<ResponseOf<'list-visibility-changes'>['data'][number]['explained']>

/** Parts of a visibility change, in display order. */
export const changeParts: Record<keyof Explained, string> = {
  real: 'engines answered the same prompts differently',
  model_change: 'the engine uses a different model',
  prompts_added: 'prompts added',
  prompts_removed: 'prompts removed',
  run_counts: 'prompt frequency changed',
  market_mix: 'market mix changed',
  engine_mix: 'engine mix changed',
  outage: 'missing answers',
}
