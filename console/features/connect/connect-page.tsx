import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { type DataOf, useRead } from '../../api/hooks.ts'
import { pickScopeLabels, type Scope } from '../../copy/scopes.ts'
import { roleAllows, useMe } from '../../frame/use-permission.ts'
import type { Search } from '../../search/url.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'
import { optionsOf, rowOptions } from '../../ui/field.tsx'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { Card, Refusal } from '../account/card.tsx'
import { placeWords, problemOf } from './place-words.ts'

type Request = DataOf<'get-authorization-request'>

/** The consent page for apps that request access. */
export function ConnectPage() {
  const { request, problem } = useRouterState({ select: ({ location }) => location.search as Search })
  const query = useRead(
    'get-authorization-request',
    { request_id: request ?? '' },
    { enabled: request !== undefined, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  )
  const me = useMe()
  if (request === undefined)
    return (
      <Card title="Not connected">
        <Refusal>{problemOf(problem ?? '')}</Refusal>
      </Card>
    )
  const name = query.data?.data.client.name ?? 'an app'
  return (
    <Card title={`Connect ${name}?`} about={me == null ? undefined : `You are signed in as ${me.email}.`} isWide>
      <Loaded query={query} lines={8}>
        {({ data }) => <Consent request={request} asked={data} />}
      </Loaded>
    </Card>
  )
}

type ScopeList = readonly Scope[]

const brandChoices = { all: 'All that you can access, including later ones', some: 'Selected only' } as const

function Consent({ request, asked }: { request: string; asked: Request }) {
  const { client, read_scopes, write_scopes, workspaces } = asked
  const [outcome, setOutcome] = useState<string>()
  const leave = (words: string, url: string) => {
    setOutcome(words)
    window.location.assign(url)
  }
  const workspaceOf = (id: string) => workspaces.find((workspace) => workspace.id === id)
  // All write scopes require the editor role.
  const mayWrite = (id: string) => roleAllows(workspaceOf(id)?.role, 'create-prompt')
  const [first] = workspaces
  if (first === undefined)
    return <p className="text-down">You are not a member of any workspace. Ask a workspace admin to invite you.</p>
  if (outcome !== undefined)
    return (
      <p role="status">
        {outcome} Go back to <bdi>{client.name}</bdi>. You can close this page.
      </p>
    )
  return (
    <OperationForm
      operation="approve-client"
      ids={{ request_id: request }}
      initial={{
        ...{ workspace: first.id, reach: 'all' as keyof typeof brandChoices, brands: [] as readonly string[] },
        ...{ read: read_scopes as ScopeList, write: [] as ScopeList },
      }}
      fields={({ workspace, reach }) => {
        const brands = workspaceOf(workspace)?.brands ?? []
        return {
          workspace: {
            options: rowOptions(workspaces),
            ...(brands.length < 2 && { hint: 'With all brands, including later ones' }),
          },
          reach: { options: optionsOf(brandChoices), isHidden: brands.length < 2 },
          brands: { options: rowOptions(brands), isHidden: brands.length < 2 || reach === 'all' },
          read: { options: optionsOf(pickScopeLabels(read_scopes)) },
          write: {
            isHidden: write_scopes.length === 0,
            input: (chosen: ScopeList, onChange: (scopes: ScopeList) => void) => (
              <WriteAccess {...{ chosen, onChange, scopes: mayWrite(workspace) ? write_scopes : [] }} />
            ),
          },
        }
      }}
      input={(_, { workspace, reach, brands, read, write }) => ({
        target_workspace_id: workspace,
        scopes: [...read, ...(mayWrite(workspace) ? write : [])],
        brand_ids: reach === 'all' ? undefined : ownBrands(workspaceOf(workspace), brands),
      })}
      isComplete
      isIncomplete={({ workspace, reach, brands, read, write }) =>
        read.length + (mayWrite(workspace) ? write.length : 0) === 0 ||
        (reach === 'some' && ownBrands(workspaceOf(workspace), brands).length === 0)
      }
      onDone={({ data }) => leave('Connected.', data.url)}
      button="main"
      lead={<ClientPanel client={client} />}
    >
      <ActionButton
        label="Decline"
        operation="refuse-client"
        input={{ request_id: request }}
        onDone={({ data }) => leave('Declined.', data.url)}
      />
      <p className="text-sm text-muted">
        The app can never do more than you can. You can disconnect it at any time under Account.
      </p>
    </OperationForm>
  )
}

/** The chosen brands that belong to a workspace. */
const ownBrands = (workspace: Request['workspaces'][number] | undefined, chosen: readonly string[]) =>
  chosen.filter((id) => workspace?.brands.some((brand) => brand.id === id))

interface WriteAccessProps {
  /** Empty if the role of the user allows none. */
  scopes: ScopeList
  chosen: ScopeList
  onChange: (scopes: ScopeList) => void
}

const WriteAccess = ({ scopes, chosen, onChange }: WriteAccessProps) => (
  <Panel title="Write access" about="also requested" className="border-warn">
    {scopes.length === 0 ? (
      <p>None. You are a viewer in this workspace, and an app cannot exceed your role.</p>
    ) : (
      <Choices
        legend="None unless you select it"
        names={pickScopeLabels(scopes)}
        chosen={chosen}
        onChoose={(next) => onChange(next)}
      />
    )}
  </Panel>
)

/** The requesting app. Its name is unverified, so the redirect host is shown next to it. */
function ClientPanel({ client: { name, place, document_host: host } }: { client: Request['client'] }) {
  return (
    <Panel title="Requesting app">
      <p>
        <bdi className="font-medium">{name}</bdi>, redirects to <bdi className="font-medium">{placeWords(place)}</bdi>
      </p>
      <p className="mt-1 text-sm text-muted">
        {host === null ? 'The app chose this name. It is not verified.' : `Described at ${host}.`} Continue only if you
        just started this in the app.
      </p>
    </Panel>
  )
}
