import { type ConfigOf, oneOf, type Section, variable } from '../../lib/environment.ts'

export const config = {
  AUDIT_BOT_REQUESTS: variable(
    oneOf('send', 'omit'),
    'send',
    'Whether audits request the home page once with the user agent of each main AI bot',
  ),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}
