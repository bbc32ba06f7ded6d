import type { Shown } from '../api/client.ts'

type Explained = NonNullable<Shown<'list-visibility-changes'>['data'][number]['explained']>

/** What a change may be made of, what answers say first. */
export const changeParts: Record<keyof Explained, string> = {
  real: 'the same prompts are answered otherwise',
  model_change: 'the same, where the engine serves another model',
  prompts_added: 'prompts added',
  prompts_removed: 'prompts removed',
  run_counts: 'prompts asked more or less often',
  engine_mix: 'engines asked in other proportions',
  outage: 'answers that did not come',
}
