import type { FormEvent } from 'react'
import { useRead, useWrite } from '../../api/hooks.ts'
import { type Scope, scopeLabels } from '../../copy/scopes.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Secret } from '../../ui/secret.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { AllowedAddresses, linesOf } from './key-addresses.tsx'

const readScopes = (Object.keys(scopeLabels) as Scope[]).filter((scope) => scope.startsWith('read:'))

interface IssueKeyProps {
  workspaceId: string
  isOpen: boolean
  onClose: () => void
}

/** Creates an API key with scopes and brands. Shows its secret only once. */
export function IssueKey({ workspaceId, isOpen, onClose }: IssueKeyProps) {
  const { draft, change, clear } = useDraft(`key:${workspaceId}`, {
    name: '',
    chosen: readScopes,
    brandIds: [] as readonly string[],
    addresses: '',
  })
  const { name, chosen, brandIds, addresses } = draft
  const brands = useRead('list-brands', {}, { enabled: isOpen }).data?.data ?? []
  const create = useWrite('create-key', { changes: ['list-keys'] })
  const close = () => {
    create.reset()
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const brand_ids = brandIds.filter((id) => brands.some((brand) => brand.id === id))
    create.mutate({
      name,
      scopes: [...chosen],
      allowed_addresses: linesOf(addresses),
      ...(brand_ids.length === 0 ? {} : { brand_ids }),
    })
  }
  const secret = create.data?.data.secret
  return (
    <Dialog title="Create API key" isOpen={isOpen} onClose={close}>
      {secret !== undefined ? (
        <div className="space-y-4">
          <Secret label={`Secret of ${name}`} text={secret} />
          <div className="text-right">
            <Button onClick={close}>Done</Button>
          </div>
        </div>
      ) : (
        <form className="space-y-4" onSubmit={submit}>
          <ProblemNote problem={create.error} />
          <Field
            label="Name"
            required
            placeholder="Dashboard"
            value={name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Choices
            legend="Scopes"
            names={scopeLabels}
            chosen={chosen}
            onChoose={(next) => change({ chosen: next })}
          />
          {brands.length > 1 && (
            <Choices
              legend="Brands. Select none for all, including later ones."
              names={Object.fromEntries(brands.map((brand) => [brand.id, brand.name]))}
              chosen={brandIds}
              onChoose={(next) => change({ brandIds: next })}
            />
          )}
          <AllowedAddresses text={addresses} onChange={(text) => change({ addresses: text })} />
          <DialogActions onCancel={close} isBusy={create.isPending} isIncomplete={chosen.length === 0}>
            Create key
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}
