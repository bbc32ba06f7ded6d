import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import { version } from '../../lib/version.ts'
import { knownMigrations } from '../../stores/migrate.ts'

const manifestSchema = z.object({
  format: z.int(),
  /** Release that created the backup. */
  version: z.string(),
  made_at: z.iso.datetime(),
  /** Of both stores; names are unique across them. */
  migrations: z.array(z.string()),
  /** Row count per table. */
  rows: z.record(z.string(), z.int()),
  /** SHA-256 of each file in hexadecimal. Missing in backups of older releases. */
  sha256: z.record(z.string(), z.string()).default({}),
})

export type Manifest = z.output<typeof manifestSchema>

export const manifestFormat = 1

export const manifestFile = 'manifest.json'

/** The gzipped file of a table, with one JSON object per line. */
export const tableFile = (table: string) => `${table}.jsonl.gz`

export const migrationNames = (): string[] =>
  [...knownMigrations('postgres'), ...knownMigrations('clickhouse')].map(({ name }) => name)

/**
 * Reads the manifest of a backup.
 * @throws ApiError invalid_request if there is none, conflict if a later release created it
 */
export function readManifest(folder: string): Manifest {
  let manifest: Manifest
  try {
    checkIsFile(join(folder, manifestFile))
    manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')))
  } catch {
    throw invalidRequest(`from must be a backup folder: ${folder} has no readable ${manifestFile}`)
  }
  const known = new Set(migrationNames())
  if (manifest.format > manifestFormat || !manifest.migrations.every((name) => known.has(name)))
    throw conflict(
      `from: the backup was created by Sightline ${manifest.version}, which is newer than ${version}; restore it with that release`,
    )
  return manifest
}

/**
 * Verifies the checksums of a backup's files.
 * @throws ApiError conflict that names a damaged file
 */
export async function checkFiles(folder: string, { sha256 }: Manifest): Promise<void> {
  for (const [name, checksum] of Object.entries(sha256)) {
    const file = join(folder, name)
    checkIsFile(file)
    const actual = createHash('sha256')
    for await (const chunk of createReadStream(file)) actual.update(chunk as Buffer)
    if (actual.digest('hex') !== checksum) throw damaged(file, 'its checksum is wrong')
  }
}

/**
 * Rejects folders, and pipes, which could block forever.
 * @throws ApiError conflict if it is not a regular file; the file system's error if it does not exist
 */
export function checkIsFile(file: string): void {
  if (!statSync(file).isFile()) throw damaged(file, 'it is not a regular file')
}

export const damaged = (file: string, how: string) => conflict(`from: ${file} is damaged: ${how}`)
