import { type ConfigOf, oneOf, type Section, variable } from '../../lib/environment.ts'

export const config = {
  AUDIT_BOT_REQUESTS: variable(
    oneOf('send', 'omit'),
    'send',
    'Whether an audit asks for the home page once under the name of each of the main AI bots',
  ),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}
