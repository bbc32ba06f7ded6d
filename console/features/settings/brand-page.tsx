import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { read } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { Page } from '../../frame/page.tsx'
import { useBrand } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { EditProblem } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useEdit } from '../../ui/use-edit.ts'
import { LogDrains } from './log-drains.tsx'

/** A brand’s name, domain and log drains, and its deletion. */
export function BrandPage() {
  const { workspaceId, brandId, brand } = useBrand()
  const may = usePermission(workspaceId)
  const query = useQuery(read(workspaceId, 'list-brands', {}))
  return (
    <Page title="Brand settings" about={`Name, domain and log drains of ${brand?.name ?? 'the brand'}.`}>
      {!may('update-brand') ? (
        <Empty title="Only admins can change these settings">Ask a workspace admin.</Empty>
      ) : (
        <>
          <Loaded query={query}>
            {({ data, versions }) => {
              const at = data.findIndex(({ id }) => id === brandId)
              const found = data[at]
              return (
                found !== undefined && (
                  <NameAndDomain
                    name={found.name}
                    domain={(found.website ?? '').replace(/^https:\/\//, '')}
                    version={versions?.[at]}
                  />
                )
              )
            }}
          </Loaded>
          <LogDrains />
          <DeleteBrand name={brand?.name ?? ''} />
        </>
      )}
    </Page>
  )
}

const fieldNames = { name: 'Name', domain: 'Domain' }

interface NameAndDomainProps {
  name: string
  domain: string
  version: string | undefined
}

function NameAndDomain({ name, domain, version }: NameAndDomainProps) {
  const { workspaceId, brandId } = useBrand()
  const edit = useEdit(`brand:${brandId}`, { name, domain }, version)
  const update = useWrite('update-brand', {
    workspaceId,
    version: edit.version,
    changes: ['list-brands', 'get-profile'],
    onDone: () => edit.clear(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({
      brand_id: brandId,
      ...Object.fromEntries(edit.changed.map((field) => [field, edit.values[field]])),
    })
  }
  return (
    <Panel title="Name and domain" about="changing them rereads answers and citations">
      <form className="max-w-md space-y-4" onSubmit={submit}>
        <EditProblem edit={edit} names={fieldNames} write={update} />
        <Field
          label="Name"
          required
          value={edit.values.name}
          onChange={(event) => edit.set({ name: event.target.value })}
        />
        <Field
          label="Domain"
          hint="Pages on it and its subdomains count as yours. If you enter a subdomain or port, audits cover only that."
          value={edit.values.domain}
          onChange={(event) => edit.set({ domain: event.target.value })}
        />
        <div className="flex gap-2">
          <Button kind="main" type="submit" disabled={update.isPending || edit.changed.length === 0}>
            Save
          </Button>
          {edit.changed.length > 0 && <Button onClick={() => edit.clear()}>Discard</Button>}
        </div>
      </form>
    </Panel>
  )
}

function DeleteBrand({ name }: { name: string }) {
  const { workspaceId, brandId } = useBrand()
  const may = usePermission(workspaceId)
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = useWrite('delete-brand', {
    workspaceId,
    changes: ['list-brands'],
    onDone: () => void navigate({ to: '/' }),
  })
  if (!may('delete-brand')) return null
  return (
    <Panel title="Delete brand" about="with all its data; you cannot undo this">
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete {name}
      </Button>
      <Dialog title={`Delete ${name}?`} isOpen={isOpen} onClose={() => setOpen(false)}>
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault()
            remove.mutate({ brand_id: brandId })
          }}
        >
          {remove.error !== null && <ProblemNote problem={remove.error} />}
          <p>
            This deletes its answers, prompts, competitors, visits, audits, documents and plans. Backups keep
            them until you delete the backups.
          </p>
          <Field
            label={`Type ${name} to delete it`}
            required
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <DialogActions
            onCancel={() => setOpen(false)}
            isBusy={remove.isPending}
            isIncomplete={typed !== name}
            kind="danger"
          >
            Delete
          </DialogActions>
        </form>
      </Dialog>
    </Panel>
  )
}
