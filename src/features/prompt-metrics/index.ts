export { getPrompt } from './get-prompt.ts'
export { listPrompts } from './list-prompts.ts'
