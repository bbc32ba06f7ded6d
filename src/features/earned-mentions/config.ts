import { type ConfigOf, oneOf, type Section, variable } from '../../lib/environment.ts'

export const config = {
  CITED_PAGES: variable(
    oneOf('fetch', 'ignore'),
    'fetch',
    'Whether to fetch and read cited pages; ignore keeps pages that were already read',
  ),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}
