import { defineFeature } from '../../kernel/feature.ts'
import { reportsConfig } from './config.ts'
import { correctReports } from './correct-reports.ts'
import { cancelPendingMails, deleteRecipientAddress, stopMailing } from './delete-recipients.ts'
import { getReportSettings } from './get-report-settings.ts'
import { listReportMails } from './list-report-mails.ts'
import { makeDueReports } from './make-due-reports.ts'
import { pruneReports } from './prune-reports.ts'
import { reportMade } from './report-made.ts'
import { createReport, getReport, listReports } from './reports.ts'
import { sendReportMails } from './send-report-mails.ts'
import { setReportSettings } from './set-report-settings.ts'
import { unsubscribeRoute } from './unsubscribe-route.ts'

export const reports = defineFeature({
  name: 'reports',
  operations: [listReports, getReport, createReport, getReportSettings, setReportSettings, listReportMails],
  jobs: [correctReports, makeDueReports, sendReportMails, pruneReports],
  events: [reportMade],
  config: reportsConfig,
  http: unsubscribeRoute,
  revokeAccess: stopMailing,
  erasePerson: deleteRecipientAddress,
  afterRestore: cancelPendingMails,
  tables: {
    postgres: ['reports', 'report_settings', 'report_recipients', 'report_mails', 'report_unsubscribes'],
  },
})
