import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { invalidRequest } from '../lib/errors.ts'
import { checkDataDirectoryExists } from '../stores/data-directory.ts'

/** Any of them is in the directory of an installation, also while its first server starts. */
const parts = ['lock', 'postgres', 'clickhouse']

/**
 * Keeps a mistyped path from becoming a new installation, whose directory only its owner can open.
 * @throws ApiError invalid_request if the directory has no installation
 */
export function checkInstallationExists(path: string): void {
  checkDataDirectoryExists(path)
  if (parts.some((name) => existsSync(join(path, name)))) return
  const starts = 'sightline serve or create-workspace starts a new installation there'
  throw invalidRequest(`--data-dir: ${path} is not a data directory of Sightline; ${starts}`)
}
