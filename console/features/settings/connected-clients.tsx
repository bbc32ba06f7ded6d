import { useQuery } from '@tanstack/react-query'
import { type RowOf, useRead } from '../../api/hooks.ts'
import { agentsAddress } from '../../api/queries.ts'
import { scopeLabels } from '../../copy/scopes.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded } from '../../ui/panel.tsx'
import { actionsColumn, agoColumn, type Column } from '../../ui/table.tsx'
import { placeWords } from '../connect/place-words.ts'

type Client = RowOf<'list-connected-clients'>

/** Apps that the user has connected to their account. */
export function ConnectedClients() {
  const query = useRead('list-connected-clients')
  const address = useQuery(agentsAddress)
  return (
    <ListPanel
      title="Connected apps"
      about="apps that can read or change data on your behalf"
      list={listOf(query)}
      columns={columns}
      empty={
        <Empty title="No connected apps">
          <Loaded query={address} lines={1}>
            {(url) => (
              <>
                Add Sightline in Claude, ChatGPT, Cursor or VS Code as an MCP server at{' '}
                <code className="[overflow-wrap:anywhere] select-all">{url}</code>. The app opens this console
                to sign in.
              </>
            )}
          </Loaded>
        </Empty>
      }
    />
  )
}

const columns: readonly Column<Client>[] = [
  {
    name: 'App',
    className: 'w-full',
    cell: ({ name, place, workspace, scopes, brand_ids }) => (
      <>
        <bdi>{name}</bdi>
        <span className="block text-sm text-muted">
          {placeWords(place)} · in <bdi>{workspace.name}</bdi> · {brandWords(brand_ids)} ·{' '}
          <span title={scopes.map((scope) => scopeLabels[scope]).join('\n')}>{scopesInShort(scopes)}</span>
        </span>
      </>
    ),
  },
  agoColumn('Last used', ({ last_used_at }) => last_used_at),
  actionsColumn(({ id, name }) => (
    <ConfirmButton
      title={`Disconnect ${name}?`}
      action="Disconnect"
      operation="disconnect-client"
      input={{ connection_id: id }}
      changes={['list-connected-clients']}
    >
      <p>The app loses access until you connect it again.</p>
    </ConfirmButton>
  )),
]

const brandWords = (ids: readonly string[] | null) =>
  ids === null ? 'all brands' : `${ids.length} ${ids.length === 1 ? 'brand' : 'brands'}`

/** A short list of scopes. Names only write scopes, because every app can read. */
function scopesInShort(scopes: Client['scopes']): string {
  const changes = scopes.filter((scope) => scope.startsWith('write:'))
  if (changes.length === 0) return 'read'
  return `read; ${changes.map((scope) => scopeLabels[scope].toLowerCase()).join('; ')}`
}
