import { useNavigate } from '@tanstack/react-router'
import { type RowOf, rowOf, useRead } from '../../api/hooks.ts'
import { useBrand } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { matchValues } from '../../ui/match-fields.ts'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { actionsColumn, agoColumn, type Column, mainColumn } from '../../ui/table.tsx'
import { Profile } from './profile.tsx'

export function BrandPage() {
  const { brandId, brand } = useBrand()
  const may = usePermission()
  const query = useRead('list-brands')
  return (
    <Page title="Brand">
      <Loaded query={query}>
        {(brands) => {
          const found = rowOf(brands, brandId)
          return found && <NameAndDomain brand={found.row} version={found.version} />
        }}
      </Loaded>
      <Profile />
      {may('list-ingest-tokens') && <LogDrains />}
      <DeleteBrand name={brand?.name ?? ''} />
    </Page>
  )
}

function NameAndDomain({ brand, version }: { brand: RowOf<'list-brands'>; version: string | undefined }) {
  const mayEdit = usePermission()('update-brand')
  return (
    <Panel
      title="Name and domain"
      about={mayEdit ? 'how Sightline recognizes you, in earlier answers too' : 'Only admins can change this.'}
    >
      <fieldset disabled={!mayEdit}>
        <OperationForm
          operation="update-brand"
          version={version}
          ids={{ brand_id: brand.id }}
          initial={{
            name: brand.name,
            domain: (brand.website ?? '').replace(/^https:\/\//, ''),
            ...matchValues(brand),
          }}
          input={(given) => ({ ...given, ...(given.domain === null && { domain: '' }) })}
        />
      </fieldset>
    </Panel>
  )
}

function DeleteBrand({ name }: { name: string }) {
  const may = usePermission()
  const navigate = useNavigate()
  if (!may('delete-brand')) return null
  return (
    <Panel title="Delete brand" about="with all its data; you cannot undo this">
      <ConfirmButton
        kind="danger"
        label={`Delete ${name}`}
        of={name}
        isTyped
        operation="delete-brand"
        onDone={() => void navigate({ to: '/' })}
      />
    </Panel>
  )
}

type Token = RowOf<'list-ingest-tokens'>

const drainColumns: readonly Column<Token>[] = [
  mainColumn('Log drain', ({ name, display }) => (
    <>
      {name} <span className="font-mono text-sm text-muted">{display}</span>
    </>
  )),
  agoColumn('Added', ({ created_at }) => created_at),
  actionsColumn(({ id, revoked_at }) =>
    revoked_at === null ? (
      <ActionButton label="Revoke" operation="revoke-ingest-token" input={{ token_id: id }} />
    ) : (
      <span className="text-muted">Revoked</span>
    ),
  ),
]

const LogDrains = () => (
  <ReadPanel
    read="list-ingest-tokens"
    actions={
      <FormButton
        operation="create-ingest-token"
        initial={{ name: '' }}
        result={({ data: { secret } }) => secret && <SetupInstructions secret={secret} />}
      />
    }
    columns={drainColumns}
  />
)

function SetupInstructions({ secret }: { secret: string }) {
  const url = `${window.location.origin}/ingest/crawler-logs`
  return (
    <div className="space-y-4">
      <Secret label="Token" text={secret} />
      <p>
        Configure your CDN or log shipper to POST batches of lines, at most 16 MiB each, to the URL below, with the
        header <code className="text-sm">Authorization: Bearer …</code> and the token. Sightline detects logs of Apache,
        nginx, Cloudflare, CloudFront, Vercel, Fastly and Netlify, and counts a repeated batch only once.
      </p>
      <p className="font-mono text-sm break-all select-all">{url}</p>
      <p className="text-sm text-muted">Try it:</p>
      <pre className="rounded-md bg-sunken p-3 text-xs break-all whitespace-pre-wrap select-all">
        {`curl -H 'Authorization: Bearer ${secret}' --data-binary @access.log '${url}'`}
      </pre>
    </div>
  )
}
