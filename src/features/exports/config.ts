import { type ConfigOf, integer, type Section, variable } from '../../lib/environment.ts'

export const exportsConfig = {
  EXPORT_MAX_MEGABYTES: variable(integer(1, 1_000_000), '10000', 'Maximum size of one export'),
  WORKSPACE_EXPORTS_MAX_MEGABYTES: variable(
    integer(1, 10_000_000),
    '10000',
    'Maximum total size of the exports of one workspace',
  ),
  EXPORTS_MAX_MEGABYTES: variable(
    integer(1, 10_000_000),
    '20000',
    'Maximum total size of all exports, which PostgreSQL stores until they expire',
  ),
  EXPORT_RETENTION_DAYS: variable(integer(1, 365), '7', 'Days that an export is kept'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof exportsConfig> {}
}
