import { type ConfigOf, oneOf, type Section, variable } from '../../lib/environment.ts'

export const config = {
  AUDIT_BOT_REQUESTS: variable(
    oneOf('send', 'omit'),
    'send',
    'Whether audits request the home page with the user agent of each main AI bot, and a page of each large section with those of six',
  ),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}
