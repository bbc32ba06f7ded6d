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

/** What a brand is called, how its logs come in, and its end. */
export function BrandPage() {
  const { workspaceId, brandId, brand } = useBrand()
  const may = usePermission(workspaceId)
  const query = useQuery(read(workspaceId, 'list-brands', {}))
  return (
    <Page title="Brand settings" about={`What Sightline knows ${brand?.name ?? 'the brand'} by.`}>
      {!may('update-brand') ? (
        <Empty title="Only admins change these">Ask an admin of the workspace.</Empty>
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
    <Panel title="Name and domain" about="answers and citations are read again when they change">
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
          hint="Pages of it and below it count as yours; of a subdomain or port, only that is audited"
          value={edit.values.domain}
          onChange={(event) => edit.set({ domain: event.target.value })}
        />
        <div className="flex gap-2">
          <Button kind="main" type="submit" disabled={update.isPending || edit.changed.length === 0}>
            Save
          </Button>
          {edit.changed.length > 0 && <Button onClick={() => edit.clear()}>Leave it as it is</Button>}
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
    <Panel title="Delete the brand" about="with everything that is stored about it; this cannot be undone">
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
            Its answers, prompts, competitors, visits, audits, documents and plans go. Backups keep them until
            they are deleted themselves.
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
