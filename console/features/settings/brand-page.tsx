import { useNavigate } from '@tanstack/react-router'
import type { ResponseOf } from '../../api/client.ts'
import { rowOf, useRead } from '../../api/hooks.ts'
import { Page } from '../../frame/page.tsx'
import { useBrand } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'
import { LogDrains } from './log-drains.tsx'

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
  name: { label: 'Name', required: true },
  domain: {
    label: 'Domain',
    hint: 'Pages on it and its subdomains count as yours. If you enter a subdomain or port, audits cover only that.',
  },
  match_case_sensitive: { label: 'Match case', hint: 'For names that are also ordinary words' },
  match_in_context: {
    label: 'Match in context',
    hint: 'Counts the name only if the sentence shows that it is one, such as “Target is” but not “target date”',
  },
}

interface NameAndDomainProps {
  brand: ResponseOf<'list-brands'>['data'][number]
  version: string | undefined
}

function NameAndDomain({ brand, version }: NameAndDomainProps) {
  const shown = {
    name: brand.name,
    domain: (brand.website ?? '').replace(/^https:\/\//, ''),
    match_case_sensitive: brand.match_case_sensitive ?? false,
    match_in_context: brand.match_in_context ?? false,
  }
  const edit = useEdit(`brand:${brand.id}`, shown, version)
  const update = useSave('update-brand', edit, { changes: ['list-brands', 'get-profile'] })
  return (
    <Panel title="Name and domain" about="changes apply to earlier answers too">
      <EditForm
        edit={edit}
        fields={fields}
        write={update}
        onSave={(changes) => update.mutate({ ...changes })}
      />
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
          This deletes its answers, prompts, competitors, visits, audits, documents and plans. Backups keep
          them until you delete the backups.
        </p>
      </ConfirmButton>
    </Panel>
  )
}
