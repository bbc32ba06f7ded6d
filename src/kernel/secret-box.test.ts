import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSecretBox, parseSecretsKeys, secretsKeyFile } from './secret-box.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'secrets-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const [one, other] = [randomBytes(32), randomBytes(32)]

test('a secret opens only for its owner, and is sealed differently each time', () => {
  const box = createSecretBox([one], undefined)
  const sealed = box.seal('sk-ключ', 'source 1')
  expect(box.open(sealed, 'source 1')).toBe('sk-ключ')
  expect(box.open(sealed, 'source 2')).toBeUndefined()
  expect(box.seal('sk-ключ', 'source 1').equals(sealed)).toBe(false)
  expect(sealed.includes('sk-')).toBe(false)
})

test('a changed or missing byte anywhere prevents opening', () => {
  const box = createSecretBox([one], undefined)
  const sealed = box.seal('secret', 'owner')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] as number) ^ 1
    expect(box.open(changed, 'owner'), String(at)).toBeUndefined()
    expect(box.open(sealed.subarray(0, at), 'owner'), String(at)).toBeUndefined()
  }
})

test('without a configured key, the first secret creates a key file in the data directory, readable only by its owner', () => {
  const path = join(directory, secretsKeyFile)
  const box = createSecretBox([], directory)
  expect(box.open(createSecretBox([one], undefined).seal('x', 'o'), 'o')).toBeUndefined()
  expect(existsSync(path)).toBe(false)
  const sealed = box.seal('secret', 'owner')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(createSecretBox([], directory).open(sealed, 'owner')).toBe('secret')
  const text = readFileSync(path, 'utf8')
  createSecretBox([], directory).seal('another', 'owner')
  expect(readFileSync(path, 'utf8')).toBe(text)
  rmSync(path)
  expect(createSecretBox([], directory).open(sealed, 'owner')).toBeUndefined()
})

test('values sealed with an earlier key open with it, from the configuration or the data directory', () => {
  const sealed = createSecretBox([one], directory).seal('secret', 'owner')
  expect(createSecretBox([other, one], directory).open(sealed, 'owner')).toBe('secret')
  expect(createSecretBox([other], directory).open(sealed, 'owner')).toBeUndefined()
  const byFile = createSecretBox([], directory).seal('by file', 'owner')
  expect(createSecretBox([other], directory).open(byFile, 'owner')).toBe('by file')
})

test('a key file without a key opens nothing, and sealing fails with an error that says what to do', () => {
  const sealed = createSecretBox([], directory).seal('secret', 'owner')
  const path = join(directory, secretsKeyFile)
  for (const text of ['', 'nonsense']) {
    writeFileSync(path, text)
    expect(createSecretBox([], directory).open(sealed, 'owner'), text).toBeUndefined()
    expect(() => createSecretBox([], directory).seal('secret', 'owner'), text).toThrow(
      /secrets\.key in the data directory is not a valid key/,
    )
  }
})

test('a key file is written whole or not at all, and leaves no other file', () => {
  createSecretBox([], directory).seal('secret', 'owner')
  expect(readdirSync(directory)).toEqual([secretsKeyFile])
})

test('without a key and a data directory, nothing is sealed', () => {
  expect(() => createSecretBox([], undefined).seal('secret', 'owner')).toThrow(/SECRETS_KEY/)
})

test('keys are 32 bytes in base64 or hexadecimal', () => {
  expect(parseSecretsKeys('')).toEqual([])
  expect(parseSecretsKeys(`${one.toString('base64')}, ${other.toString('hex')}`)).toEqual([one, other])
  for (const text of ['abc', one.toString('hex').slice(2), `${one.toString('base64')},`, 'x'.repeat(44)])
    expect(() => parseSecretsKeys(text), text).toThrow(/32 random bytes/)
})

test('a key file may have old keys after its first one, under which old values are resealed', () => {
  const path = join(directory, secretsKeyFile)
  const old = createSecretBox([one], undefined).seal('secret', 'owner')
  writeFileSync(path, `${other.toString('base64')},${one.toString('base64')}\n`)
  const box = createSecretBox([], directory)
  expect(box.keyIds()).toEqual(createSecretBox([other, one], undefined).keyIds())
  const again = box.reseal(old, 'owner') as Buffer
  expect(createSecretBox([other], undefined).open(again, 'owner')).toBe('secret')
  expect(box.reseal(again, 'owner')).toBe('current')
  expect(box.reseal(old, 'another owner')).toBe('unreadable')
  expect(box.keyIds().join()).not.toContain(other.toString('hex').slice(0, 8))
})
