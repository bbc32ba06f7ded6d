import { defineFeature } from '../../kernel/feature.ts'
import { createAuthenticator } from './authenticate.ts'
import { createKey } from './create-key.ts'
import { emitKeyExpiring, keyExpiring } from './emit-key-expiring.ts'
import { getMe } from './get-me.ts'
import { listKeys } from './list-keys.ts'
import { revokeKey } from './revoke-key.ts'
import { rollKey } from './roll-key.ts'
import { updateKey } from './update-key.ts'

export { hashSecret } from './authenticate.ts'

export const apiKeys = defineFeature({
  name: 'api-keys',
  operations: [createKey, listKeys, updateKey, rollKey, revokeKey, getMe],
  open: (services) => ({ apiKeys: createAuthenticator(services) }),
  onAccessChanged: ({ states }) => states.apiKeys.forget(),
  events: [keyExpiring],
  jobs: [emitKeyExpiring],
  tables: { postgres: ['api_keys', 'api_key_brands'] },
  async revokeAccess({ db }, workspaceId) {
    await db.deleteFrom('api_keys').where('workspace_id', '=', workspaceId).execute()
  },
})
