import { defineFeature } from '../../kernel/feature.ts'
import { exportsConfig } from './config.ts'
import { createExport } from './create-export.ts'
import { deleteExport, getExport, linkExport, listExports } from './exports.ts'
import { pruneExports } from './prune-exports.ts'
import { signedFiles } from './signed-path.ts'
import { writeExport } from './write-export.ts'

export { columnTypes, type ExportColumn } from './columns.ts'
export { exportKindNames, exportKinds } from './kinds/index.ts'
export { writeExport } from './write-export.ts'

export const exports = defineFeature({
  name: 'exports',
  operations: [createExport, listExports, getExport, linkExport, deleteExport],
  jobs: [writeExport, pruneExports],
  http: signedFiles,
  async revokeAccess({ db }, workspaceId) {
    // Also disables links to their files.
    const brands = db.selectFrom('brands').select('id').where('workspace_id', '=', workspaceId)
    await db.deleteFrom('exports').where('brand_id', 'in', brands).execute()
  },
  tablesNotBackedUp: {
    exports: 'users can create the export again',
    export_parts: 'they belong to exports, which are not backed up',
  },
  config: exportsConfig,
})
