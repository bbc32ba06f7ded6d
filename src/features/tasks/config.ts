import { type ConfigOf, integer, type Section, variable } from '../../lib/environment.ts'

export const tasksConfig = {
  UPLOAD_MAX_MEGABYTES: variable(
    integer(1, 100_000),
    '1024',
    'Size of a file that people may upload; the command line takes any',
  ),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof tasksConfig> {}
}
