import { type ConfigOf, integer, type Section, variable } from '../../lib/environment.ts'

export const tasksConfig = {
  UPLOAD_MAX_MEGABYTES: variable(
    integer(1, 100_000),
    '1024',
    'Maximum size of an uploaded file; the command line has no limit',
  ),
  TASK_MAX_HOURS: variable(
    integer(1, 1000),
    '12',
    'Time limit of a background task; one that exceeds it fails and keeps the data that it has stored',
  ),
  TASK_MAX_PROCESSOR_HOURS: variable(
    integer(1, 1000),
    '4',
    'CPU time limit of a background task; concurrent tasks share the CPU time of the server',
  ),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof tasksConfig> {}
}
