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
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof reportsConfig> {}
}
