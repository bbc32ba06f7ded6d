import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { read, whoami } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { pickScopeLabels, type Scope } from '../../copy/scopes.ts'
import { roleAllows } from '../../frame/use-permission.ts'
import type { Search } from '../../search/url.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Card } from '../account/card.tsx'
import { placeWords, problemOf } from './place-words.ts'

type Request = ResponseOf<'get-authorization-request'>['data']

/** Where a program asks somebody to let it act for them. */
export function ConnectPage() {
  const { request, problem } = useRouterState({ select: ({ location }) => location.search as Search })
  if (request === undefined)
    return (
      <Card title="Not connected">
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {problemOf(problem ?? '')}
        </p>
      </Card>
    )
  return <Asked request={request} />
}

function Asked({ request }: { request: string }) {
  const query = useQuery({
    ...read(undefined, 'get-authorization-request', { request_id: request }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const { data: me } = useQuery(whoami)
  const name = query.data?.data.client.name ?? 'a program'
  return (
    <Card
      title={`Connect ${name}?`}
      about={me == null ? undefined : `You are signed in as ${me.email}.`}
      isWide
    >
      <Loaded query={query} lines={8}>
        {({ data }) => <Consent request={request} asked={data} />}
      </Loaded>
    </Card>
  )
}

function Consent({ request, asked }: { request: string; asked: Request }) {
  const { client, read_scopes, write_scopes, workspaces } = asked
  const [workspaceId, setWorkspaceId] = useState(workspaces[0]?.id ?? '')
  /** Undefined for all, also later ones. */
  const [brandIds, setBrandIds] = useState<readonly string[]>()
  const [scopes, setScopes] = useState<readonly Scope[]>(read_scopes)
  const leave = ({ data }: { data: { url: string } }) => window.location.assign(data.url)
  const approve = useWrite('approve-client', { changes: ['list-connected-clients'], onDone: leave })
  const refuse = useWrite('refuse-client', { changes: [], onDone: leave })
  const workspace = workspaces.find(({ id }) => id === workspaceId)
  if (workspace === undefined)
    return <p className="text-bad">You are not a member of any workspace: have somebody invite you.</p>
  if (approve.isSuccess || refuse.isSuccess)
    return (
      <p role="status">
        {approve.isSuccess ? 'It is connected.' : 'It was refused.'} Go back to <bdi>{client.name}</bdi>; you
        can close this page.
      </p>
    )
  // Every scope that changes something belongs to editors.
  const mayChange = roleAllows(workspace.role, 'create-prompt')
  const chosen = scopes.filter((scope) => mayChange || !scope.startsWith('write:'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    approve.mutate({
      request_id: request,
      target_workspace_id: workspace.id,
      scopes: [...chosen],
      ...(brandIds === undefined ? {} : { brand_ids: [...brandIds] }),
    })
  }
  const problem = approve.error ?? refuse.error
  return (
    <form className="space-y-4" onSubmit={submit}>
      <Who client={client} />
      <Panel title="Where">
        <div className="space-y-4">
          {workspaces.length > 1 ? (
            <Select
              label="Workspace"
              value={workspaceId}
              options={workspaces.map(({ id, name }) => ({ value: id, name }))}
              onChange={(event) => {
                setWorkspaceId(event.target.value)
                setBrandIds(undefined)
              }}
            />
          ) : (
            <p>
              In the workspace <bdi className="font-medium">{workspace.name}</bdi>
            </p>
          )}
          <Brands brands={workspace.brands} chosen={brandIds} onChoose={setBrandIds} />
        </div>
      </Panel>
      <Panel title="What it may read">
        <Choices
          legend="Of these brands"
          names={pickScopeLabels(read_scopes)}
          chosen={scopes}
          onChoose={(next) => setScopes(next)}
        />
      </Panel>
      {write_scopes.length > 0 && (
        <Panel title="What it may change" about="it asks for this as well" className="border-warn">
          {mayChange ? (
            <Choices
              legend="Nothing, unless you tick it"
              names={pickScopeLabels(write_scopes)}
              chosen={scopes}
              onChoose={(next) => setScopes(next)}
            />
          ) : (
            <p>Nothing: you are a viewer in this workspace, and it can do no more than you.</p>
          )}
        </Panel>
      )}
      {problem !== null && <ProblemNote problem={problem} />}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="main"
          type="submit"
          disabled={approve.isPending || chosen.length === 0 || brandIds?.length === 0}
        >
          Connect it
        </Button>
        <Button disabled={refuse.isPending} onClick={() => refuse.mutate({ request_id: request })}>
          Refuse
        </Button>
      </div>
      <p className="text-sm text-muted">
        It can never do more than you can. You take it back under Account, at any time.
      </p>
    </form>
  )
}

/** Who asks: what a program calls itself proves nothing, and so stands beside where the answer goes. */
function Who({ client: { name, place, document_host: host } }: { client: Request['client'] }) {
  return (
    <Panel title="Who asks">
      <p>
        <bdi className="font-medium">{name}</bdi>, reached at{' '}
        <bdi className="font-medium [overflow-wrap:anywhere]">{placeWords(place)}</bdi>
      </p>
      <p className="mt-1 text-sm text-muted">
        {host === null
          ? 'It calls itself so: nobody has checked the name.'
          : `So it is described at ${host}.`}{' '}
        Go on only if you have just begun this there.
      </p>
    </Panel>
  )
}

interface BrandsProps {
  brands: Request['workspaces'][number]['brands']
  chosen: readonly string[] | undefined
  onChoose: (chosen: readonly string[] | undefined) => void
}

const reaches = { all: 'All that you reach, later ones too', some: 'Only some' } as const

function Brands({ brands, chosen, onChoose }: BrandsProps) {
  const [only] = brands
  if (only === undefined) return <p>All brands; there is none yet.</p>
  if (brands.length === 1)
    return (
      <p>
        With the brand <bdi className="font-medium">{only.name}</bdi>, and later ones
      </p>
    )
  return (
    <div className="space-y-2">
      <p className="text-sm font-medium">With which brands</p>
      <Choice
        label="With which brands"
        options={reaches}
        chosen={chosen === undefined ? 'all' : 'some'}
        onChoose={(reach) => onChoose(reach === 'all' ? undefined : (chosen ?? []))}
      />
      {chosen !== undefined && (
        <Choices
          legend="These"
          names={Object.fromEntries(brands.map(({ id, name }) => [id, name]))}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </div>
  )
}
