import { type ConfigOf, integer, optional, type Section, variable } from '../../lib/environment.ts'

export const reportsConfig = {
  CHROMIUM_PATH: variable(
    optional,
    '',
    'Chromium that PDFs of reports are made with; looked for on the PATH if not given; none makes no PDFs',
  ),
  PDF_TIMEOUT_SECONDS: variable(
    integer(1, 600),
    '30',
    'Seconds after which Chromium is ended that has made no PDF',
  ),
  // Those of the last month must be there: what is not is made.
  REPORT_RETENTION_DAYS: variable(integer(62, 36_500), '730', 'Days that reports and their mails are kept'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof reportsConfig> {}
}
