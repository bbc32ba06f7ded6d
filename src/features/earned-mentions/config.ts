import { type ConfigOf, oneOf, type Section, variable } from '../../lib/environment.ts'

export const config = {
  CITED_PAGES: variable(
    oneOf('fetch', 'ignore'),
    'fetch',
    'Whether pages that answers cite are fetched and read; those that are read already stay',
  ),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}
