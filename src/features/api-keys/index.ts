import { defineFeature } from '../../kernel/feature.ts'
import { createKey, listKeys, revokeKey, updateKey } from './api-keys.ts'
import { createAuthenticator } from './authenticate.ts'
import { emitKeyExpiring, keyExpiring } from './emit-key-expiring.ts'
import { getMe } from './get-me.ts'
import { rollKey } from './roll-key.ts'

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
