import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../server/log.ts'
import { tryOpenDataDirectory } from '../stores/data-directory.ts'

/**
 * Sets the site of all brands to a URL with an unusual port, which no operation accepts. No process may have
 * the directory open.
 */
export async function setWebsite(directory: string, website: string): Promise<void> {
  const dataDirectory = tryOpenDataDirectory(directory, 'command')
  if (dataDirectory === undefined) throw new Error('another process has the directory open')
  const config = readConfig({ DATA_DIR: directory })
  const app = await buildApp({ config, log: createLog('error', 'stderr'), role: 'command', dataDirectory })
  await app.services.db.updateTable('brands').set({ website }).execute()
  await app.close()
}
