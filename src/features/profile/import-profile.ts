import type { Readable } from 'node:stream'
import { z } from 'zod'
import { runChange } from '../../kernel/change.ts'
import { defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { validate } from '../../kernel/validation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import {
  findProfile,
  isEmpty,
  type ProfileInput,
  profileColumns,
  profileFieldNames,
  profileFields,
  profileSchema,
  serializeProfile,
  setByPerson,
  writeNames,
} from './profile.ts'

const maxFileBytes = 1_048_576

export const importProfile = defineOperation({
  name: 'import-profile',
  summary: 'Replace the brand’s profile with one from a JSON file',
  description: `The file is a JSON object with any of ${profileFieldNames}. Clears omitted fields, except name and aliases.`,
  ...forEditors,
  takesFile: true,
  fields: {},
  data: profileSchema,
  async run(call) {
    // Read before locking the brand: a pipe can be slow.
    const input = await readProfile(call.file)
    const { data } = await runChange(storeProfile, { ...call, input, page: { limit: 0, after: undefined } })
    return { data: data as z.output<typeof profileSchema> }
  },
})

async function readProfile(file: Readable): Promise<ProfileInput> {
  const input = validate(z.strictObject(profileFields), parse(await readText(file)))
  if (isEmpty(input)) throw invalidRequest(`file: must have at least one of ${profileFieldNames}`)
  return input
}

async function readText(file: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of file) {
    chunks.push(Buffer.from(chunk))
    bytes += (chunk as Buffer).length
    if (bytes > maxFileBytes) throw invalidRequest(`file: larger than ${maxFileBytes} bytes, the limit`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw invalidRequest('file: not UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('file: not valid JSON')
  }
}

const storeProfile = defineChange({
  name: 'import-profile',
  summary: 'Store the profile from import-profile',
  ...forEditors,
  fields: profileFields,
  data: profileSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const at = services.now()
    const stored = await findProfile(transaction, brand.id)
    const empty = {
      industry: null,
      short_description: null,
      description: null,
      primary_audience: null,
      main_market: null,
      key_features: [],
    }
    // Omitted aliases keep their value and source.
    const { aliases } = stored?.set_by ?? {}
    const set_by = JSON.stringify({ ...(aliases === undefined ? {} : { aliases }), ...setByPerson(input) })
    const columns = { ...empty, ...profileColumns(input), set_by, updated_at: at }
    const named = await writeNames(services, transaction, brand, input)
    const row = await transaction
      .insertInto('brand_profiles')
      .values({ brand_id: brand.id, created_at: at, ...columns })
      .onConflict((on) => on.column('brand_id').doUpdateSet(columns))
      .returningAll()
      .executeTakeFirstOrThrow()
    const data = serializeProfile(named, row)
    return {
      data,
      audit: { before: stored === undefined ? null : serializeProfile(brand, stored), after: data },
    }
  },
})
