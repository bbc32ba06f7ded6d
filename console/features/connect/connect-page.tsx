import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { type DataOf, useRead, useWrite } from '../../api/hooks.ts'
import { pickScopeLabels, type Scope } from '../../copy/scopes.ts'
import { roleAllows, useMe } from '../../frame/use-permission.ts'
import type { Search } from '../../search/url.ts'
import { Button, WriteButton } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Choices } from '../../ui/choices.tsx'
import { rowOptions, Select } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Loaded, Panel, ProblemNote } from '../../ui/panel.tsx'
import { Card, Refusal } from '../account/card.tsx'
import { placeWords, problemOf } from './place-words.ts'

type Request = DataOf<'get-authorization-request'>

/** The consent page for apps that request access. */
export function ConnectPage() {
  const { request, problem } = useRouterState({ select: ({ location }) => location.search as Search })
  if (request === undefined)
    return (
      <Card title="Not connected">
        <Refusal>{problemOf(problem ?? '')}</Refusal>
      </Card>
    )
  return <Asked request={request} />
}

function Asked({ request }: { request: string }) {
  const query = useRead(
    'get-authorization-request',
    { request_id: request },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  )
  const me = useMe()
  const name = query.data?.data.client.name ?? 'an app'
  return (
    <Card title={`Connect ${name}?`} about={me == null ? undefined : `You are signed in as ${me.email}.`} isWide>
      <Loaded query={query} lines={8}>
        {({ data }) => <Consent request={request} asked={data} />}
      </Loaded>
    </Card>
  )
}

function Consent({ request, asked }: { request: string; asked: Request }) {
  const { client, read_scopes, write_scopes, workspaces } = asked
  const [workspaceId, setWorkspaceId] = useState(workspaces[0]?.id ?? '')
  /** Undefined for all brands, including later ones. */
  const [brandIds, setBrandIds] = useState<readonly string[]>()
  const [scopes, setScopes] = useState<readonly Scope[]>(read_scopes)
  const leave = ({ data }: { data: { url: string } }) => window.location.assign(data.url)
  const approve = useWrite('approve-client', { onDone: leave })
  const refuse = useWrite('refuse-client', { onDone: leave })
  const workspace = workspaces.find(({ id }) => id === workspaceId)
  if (workspace === undefined)
    return <p className="text-down">You are not a member of any workspace. Ask a workspace admin to invite you.</p>
  if (approve.isSuccess || refuse.isSuccess)
    return (
      <p role="status">
        {approve.isSuccess ? 'Connected.' : 'Declined.'} Go back to <bdi>{client.name}</bdi>. You can close this page.
      </p>
    )
  // All write scopes require the editor role.
  const mayChange = roleAllows(workspace.role, 'create-prompt')
  const chosen = scopes.filter((scope) => mayChange || !scope.startsWith('write:'))
  const submit = () =>
    approve.mutate({
      request_id: request,
      target_workspace_id: workspace.id,
      scopes: [...chosen],
      ...(brandIds === undefined ? {} : { brand_ids: [...brandIds] }),
    })
  const problem = approve.error ?? refuse.error
  return (
    <Form onSubmit={submit}>
      <ClientPanel client={client} />
      <Panel title="Workspace and brands">
        <div className="space-y-4">
          {workspaces.length > 1 ? (
            <Select
              label="Workspace"
              value={workspaceId}
              options={rowOptions(workspaces)}
              onChange={(event) => {
                setWorkspaceId(event.target.value)
                setBrandIds(undefined)
              }}
            />
          ) : (
            <p>
              Workspace: <bdi className="font-medium">{workspace.name}</bdi>
            </p>
          )}
          <Brands brands={workspace.brands} chosen={brandIds} onChoose={setBrandIds} />
        </div>
      </Panel>
      <Panel title="Read access">
        <Choices
          legend="For these brands"
          names={pickScopeLabels(read_scopes)}
          chosen={scopes}
          onChoose={(next) => setScopes(next)}
        />
      </Panel>
      {write_scopes.length > 0 && (
        <Panel title="Write access" about="also requested" className="border-warn">
          {mayChange ? (
            <Choices
              legend="None unless you select it"
              names={pickScopeLabels(write_scopes)}
              chosen={scopes}
              onChoose={(next) => setScopes(next)}
            />
          ) : (
            <p>None. You are a viewer in this workspace, and an app cannot exceed your role.</p>
          )}
        </Panel>
      )}
      <ProblemNote problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button
          label="Connect"
          kind="main"
          type="submit"
          disabled={approve.isPending || chosen.length === 0 || brandIds?.length === 0}
        />
        <WriteButton label="Decline" write={refuse} input={{ request_id: request }} />
      </div>
      <p className="text-sm text-muted">
        The app can never do more than you can. You can disconnect it at any time under Account.
      </p>
    </Form>
  )
}

/** The requesting app. Its name is unverified, so the redirect host is shown next to it. */
function ClientPanel({ client: { name, place, document_host: host } }: { client: Request['client'] }) {
  return (
    <Panel title="Requesting app">
      <p>
        <bdi className="font-medium">{name}</bdi>, redirects to{' '}
        <bdi className="font-medium [overflow-wrap:anywhere]">{placeWords(place)}</bdi>
      </p>
      <p className="mt-1 text-sm text-muted">
        {host === null ? 'The app chose this name. It is not verified.' : `Described at ${host}.`} Continue only if you
        just started this in the app.
      </p>
    </Panel>
  )
}

interface BrandsProps {
  brands: Request['workspaces'][number]['brands']
  chosen: readonly string[] | undefined
  onChoose: (chosen: readonly string[] | undefined) => void
}

const brandChoices = { all: 'All that you can access, including later ones', some: 'Selected only' } as const

function Brands({ brands, chosen, onChoose }: BrandsProps) {
  const [only] = brands
  if (only === undefined) return <p>All brands; none exist yet.</p>
  if (brands.length === 1)
    return (
      <p>
        Brand: <bdi className="font-medium">{only.name}</bdi>, and later ones
      </p>
    )
  return (
    <div className="space-y-2">
      <p className="text-sm font-medium">Brands</p>
      <Choice
        label="Brands"
        options={brandChoices}
        chosen={chosen === undefined ? 'all' : 'some'}
        onChoose={(reach) => onChoose(reach === 'all' ? undefined : (chosen ?? []))}
      />
      {chosen !== undefined && (
        <Choices
          legend="Selected brands"
          names={Object.fromEntries(brands.map(({ id, name }) => [id, name]))}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </div>
  )
}
