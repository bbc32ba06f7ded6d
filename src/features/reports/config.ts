import { type ConfigOf, integer, optional, type Section, variable } from '../../lib/environment.ts'

export const reportsConfig = {
  CHROMIUM_PATH: variable(
    optional,
    '',
    'Chromium executable for PDF reports and for running the scripts of audited pages; defaults to one on the PATH; set none to disable both',
  ),
  PDF_TIMEOUT_SECONDS: variable(
    integer(1, 600),
    '30',
    'Seconds until Chromium is stopped if it has not produced the PDF',
  ),
  // At least 62 days: a missing report of the last month would be created again.
  REPORT_RETENTION_DAYS: variable(integer(62, 36_500), '730', 'Days that reports and their emails are kept'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof reportsConfig> {}
}
