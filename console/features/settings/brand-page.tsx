import { useNavigate } from '@tanstack/react-router'
import { type RowOf, rowOf, useRead } from '../../api/hooks.ts'
import { useBrand } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { matchValues } from '../../ui/match-fields.ts'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { actionsColumn, agoColumn, type Column, mainColumn } from '../../ui/table.tsx'

/** A brand’s name, domain and log drains, and its deletion. */
export function BrandPage() {
  const { brandId, brand } = useBrand()
  const may = usePermission()
  const query = useRead('list-brands')
  return (
    <Page title="Brand">
      {!may('update-brand') ? (
        <Empty title="Only admins can change these settings">Ask a workspace admin.</Empty>
      ) : (
        <>
          <Loaded query={query}>
            {(brands) => {
              const found = rowOf(brands, brandId)
              return found && <NameAndDomain brand={found.row} version={found.version} />
            }}
          </Loaded>
          <LogDrains />
          <DeleteBrand name={brand?.name ?? ''} />
        </>
      )}
    </Page>
  )
}

interface NameAndDomainProps {
  brand: RowOf<'list-brands'>
  version: string | undefined
}

const NameAndDomain = ({ brand, version }: NameAndDomainProps) => (
  <Panel title="Name and domain" about="changes apply to earlier answers too">
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
  </Panel>
)

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

/** Log drains of web servers and CDNs, each with its own token. */
const LogDrains = () => (
  <ListPanel
    title="Log drains"
    about="AI bot visits from logs that your web servers and CDNs send"
    actions={
      <FormButton
        operation="create-ingest-token"
        initial={{ name: '' }}
        result={({ data: { secret } }) => secret && <SetupInstructions secret={secret} />}
      />
    }
    list={listOf(useRead('list-ingest-tokens'))}
    columns={drainColumns}
    empty={<Empty title="No log drains yet">You can also import log files under Data collection, Imports.</Empty>}
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
