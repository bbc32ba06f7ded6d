import { type ConfigOf, integer, type Section, variable } from '../../lib/environment.ts'

export const tasksConfig = {
  UPLOAD_MAX_MEGABYTES: variable(
    integer(1, 100_000),
    '1024',
    'Size of a file that people may upload; the command line takes any',
  ),
  TASK_MAX_HOURS: variable(
    integer(1, 1000),
    '12',
    'Time that a background task may take; one that takes longer fails, and keeps what it has stored',
  ),
  TASK_MAX_PROCESSOR_HOURS: variable(
    integer(1, 1000),
    '4',
    'Processor time that a background task may take; tasks that run together share what the server uses',
  ),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof tasksConfig> {}
}
