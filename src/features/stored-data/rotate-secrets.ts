import { z } from 'zod'
import { defineOperation, forOperator } from '../../kernel/operation.ts'
import { countSealed, resealAll, type SealedCount } from '../../kernel/sealed-secrets.ts'

const keyId = z.string().nullable().describe('Id of a key, which does not reveal it. Null if unknown.')
const secrets = z.int().describe('Number of secrets.')

export const rotateSecrets = defineOperation({
  name: 'rotate-secrets',
  summary: 'Re-encrypt all stored secrets with the first key of SECRETS_KEY; exits with 1 if any are left',
  description:
    'Can run while the server is running, and can be interrupted and repeated. Lists the keys with the number of secrets that ' +
    'each encrypts. Remove a key only if its status is unused. docs/operations.md has the steps.',
  ...forOperator,
  isRecorded: true,
  fields: {
    only_count: z.boolean().default(false).describe('Count the secrets per key without changing them.'),
  },
  data: z.object({
    resealed: z.int().describe('Number of re-encrypted secrets.'),
    keys: z.array(
      z.object({
        key_id: keyId,
        status: z
          .enum(['first', 'in_use', 'unused', 'missing'])
          .describe('`first`: encrypts. `in_use`: still needed. `unused`: can be removed. `missing`: not configured.'),
        secrets,
      }),
    ),
    left: z
      .array(z.object({ kind: z.string(), key_id: keyId, secrets }))
      .describe('Secrets encrypted with an old key.'),
    unreadable: z
      .array(z.object({ kind: z.string(), key_id: keyId, secrets }))
      .describe('Secrets that no key decrypts. Set them again, or add their key.'),
  }),
  isBad: ({ left, unreadable }) => left.length > 0 || unreadable.length > 0,
  async run({ ctx: { services }, input, progress, signal }) {
    const { resealed, counts } = input.only_count
      ? { resealed: 0, counts: await countSealed(services) }
      : await resealAll(services, signal, (count) => progress(count, undefined, 'secrets'))
    const inState = (state: SealedCount['state']) =>
      counts
        .filter((count) => count.state === state)
        .map((count) => ({ kind: count.kind, key_id: count.keyId, secrets: count.secrets }))
    const data = { resealed, keys: keysOf(services.secrets.keyIds(), counts) }
    return { data: { ...data, left: inState('old'), unreadable: inState('unreadable') } }
  },
})

function keysOf(known: readonly string[], counts: readonly SealedCount[]) {
  const ids = new Set([...known, ...counts.map((count) => count.keyId)])
  return [...ids].map((id) => {
    const sealed = counts.filter((count) => count.keyId === id).reduce((sum, count) => sum + count.secrets, 0)
    const isKnown = id !== null && known.includes(id)
    const used = sealed > 0 ? ('in_use' as const) : ('unused' as const)
    return {
      key_id: id,
      status: !isKnown ? ('missing' as const) : id === known[0] ? ('first' as const) : used,
      secrets: sealed,
    }
  })
}
