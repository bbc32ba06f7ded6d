/** The parts of a change, as `explained` of `visibility/changes` names them. */
export const changeParts = {
  real: 'answers changed',
  model_change: 'different model',
  prompts_added: 'prompts added',
  prompts_removed: 'prompts removed',
  run_counts: 'prompt frequency',
  market_mix: 'market mix',
  engine_mix: 'engine mix',
  outage: 'missing answers',
}
