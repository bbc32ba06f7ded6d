import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../server/log.ts'
import { tryOpenDataDirectory } from '../stores/data-directory.ts'

/**
 * Has all brands' sites be one that stands at no usual port, which no operation takes. Nobody else may hold the
 * directory.
 */
export async function setWebsite(directory: string, website: string): Promise<void> {
  const dataDirectory = tryOpenDataDirectory(directory, 'command')
  if (dataDirectory === undefined) throw new Error('somebody holds the directory')
  const config = readConfig({ DATA_DIR: directory })
  const app = await buildApp({ config, log: createLog('error', 'stderr'), role: 'command', dataDirectory })
  await app.services.db.updateTable('brands').set({ website }).execute()
  await app.close()
}
