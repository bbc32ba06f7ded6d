import type { ReportResponse } from './report.ts'

/** The file name of a report without extension: ASCII letters, digits and hyphens. */
export function reportFileName({ brand_name, period: { start_date, end_date } }: ReportResponse): string {
  const name = brand_name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
  return `${name === '' ? 'report' : name}-${start_date}-to-${end_date}`
}
