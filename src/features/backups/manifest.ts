import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import { version } from '../../lib/version.ts'
import { knownMigrations } from '../../stores/migrate.ts'

/** What a backup says of itself. */
const manifestSchema = z.object({
  format: z.int(),
  /** Of the release that made it. */
  version: z.string(),
  made_at: z.iso.datetime(),
  /** Of both stores: no two of them share a name. */
  migrations: z.array(z.string()),
  /** How many of each table. */
  rows: z.record(z.string(), z.int()),
  /** Of each file as it was written, in hexadecimal; earlier releases wrote none. */
  sha256: z.record(z.string(), z.string()).default({}),
})

export type Manifest = z.output<typeof manifestSchema>

export const manifestFormat = 1

export const manifestFile = 'manifest.json'

/** The file of a table's rows, a JSON object a line, gzip. */
export const tableFile = (table: string) => `${table}.jsonl.gz`

export const migrationNames = (): string[] =>
  [...knownMigrations('postgres'), ...knownMigrations('clickhouse')].map(({ name }) => name)

/**
 * Reads what a backup says of itself.
 * @throws ApiError invalid_request for a folder that is none, conflict for one that a later release has made
 */
export function readManifest(folder: string): Manifest {
  let manifest: Manifest
  try {
    checkIsFile(join(folder, manifestFile))
    manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')))
  } catch {
    throw invalidRequest(
      `from must be a folder that backup has written: ${folder} has no readable ${manifestFile}`,
    )
  }
  const known = new Set(migrationNames())
  if (manifest.format > manifestFormat || !manifest.migrations.every((name) => known.has(name)))
    throw conflict(
      `from: the backup was made by Sightline ${manifest.version}, a later release than this one, ${version}: restore it with that release`,
    )
  return manifest
}

/**
 * Reads all files of a backup, whose checksums are known.
 * @throws ApiError conflict that names the file where one is not as it was written
 */
export async function checkFiles(folder: string, { sha256 }: Manifest): Promise<void> {
  for (const [name, checksum] of Object.entries(sha256)) {
    const file = join(folder, name)
    checkIsFile(file)
    const actual = createHash('sha256')
    for await (const chunk of createReadStream(file)) actual.update(chunk as Buffer)
    if (actual.digest('hex') !== checksum) throw damaged(file, 'it is not as backup has written it')
  }
}

/**
 * A folder cannot be read, and a pipe be waited for without end.
 * @throws ApiError conflict that names what is no file; the error of the file system where there is nothing
 */
export function checkIsFile(file: string): void {
  if (!statSync(file).isFile()) throw damaged(file, 'it is no file')
}

export const damaged = (file: string, how: string) => conflict(`from: ${file} is damaged: ${how}`)
