import { useNavigate } from '@tanstack/react-router'
import { type RowOf, rowOf, useRead, useWrite } from '../../api/hooks.ts'
import { useBrand } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { WriteButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { matchFields, matchInput, matchValues } from '../../ui/match-fields.ts'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { actionsColumn, agoColumn, type Column, mainColumn } from '../../ui/table.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

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

const fields = {
  name: { label: 'Name', required: true, isHalf: true },
  domain: {
    label: 'Domain',
    isHalf: true,
    hint: 'Pages on it and its subdomains count as yours. If you enter a subdomain or port, audits cover only that.',
  },
  ...matchFields,
}

interface NameAndDomainProps {
  brand: RowOf<'list-brands'>
  version: string | undefined
}

function NameAndDomain({ brand, version }: NameAndDomainProps) {
  const shown = {
    name: brand.name,
    domain: (brand.website ?? '').replace(/^https:\/\//, ''),
    ...matchValues(brand),
  }
  const edit = useEdit(`brand:${brand.id}`, shown, version)
  const update = useSave('update-brand', edit, { changes: ['list-brands', 'get-profile'] })
  return (
    <Panel title="Name and domain" about="changes apply to earlier answers too">
      <EditForm edit={edit} fields={fields} write={update} onSave={(changes) => update.mutate(matchInput(changes))} />
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
        title={`Delete ${name}?`}
        typed={name}
        operation="delete-brand"
        changes={['list-brands']}
        onDone={() => void navigate({ to: '/' })}
      >
        <p>
          This deletes its answers, prompts, competitors, visits, audits, documents and plans. Backups keep them until
          you delete the backups.
        </p>
      </ConfirmButton>
    </Panel>
  )
}

type Token = RowOf<'list-ingest-tokens'>

const changes = ['list-ingest-tokens'] as const

/** Log drains of web servers and CDNs, each with its own token. */
function LogDrains() {
  const query = useRead('list-ingest-tokens')
  const revoke = useWrite('revoke-ingest-token', { changes })
  const columns: Column<Token>[] = [
    mainColumn('Log drain', ({ name, display }) => (
      <>
        {name} <span className="font-mono text-sm text-muted">{display}</span>
      </>
    )),
    agoColumn('Added', ({ created_at }) => created_at),
    actionsColumn(({ id, revoked_at }) =>
      revoked_at === null ? (
        <WriteButton label="Revoke" write={revoke} input={{ token_id: id }} />
      ) : (
        <span className="text-muted">Revoked</span>
      ),
    ),
  ]
  return (
    <ListPanel
      title="Log drains"
      about="AI bot visits from logs that your web servers and CDNs send"
      actions={<DialogButton label="Add log drain" dialog={AddDrain} />}
      problem={revoke.error}
      list={listOf(query)}
      columns={columns}
      empty={<Empty title="No log drains yet">You can also import log files under Data collection, Imports.</Empty>}
    />
  )
}

function AddDrain({ onClose }: { onClose: () => void }) {
  const { brandId } = useBrand()
  const edit = useEdit(`log-drain:${brandId}`, { name: '' }, undefined)
  const create = useWrite('create-ingest-token', { changes })
  const secret = create.data?.data.secret
  return (
    <FormDialog
      title="Add log drain"
      action="Create token"
      edit={edit}
      fields={{ name: { label: 'Name', hint: 'Such as the host that sends the logs', required: true } }}
      write={create}
      onSave={(_, given) => create.mutate(given)}
      onClose={onClose}
      result={secret && <SetupInstructions secret={secret} />}
    />
  )
}

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
