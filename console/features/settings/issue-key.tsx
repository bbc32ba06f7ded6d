import { useParams } from '@tanstack/react-router'
import { useRead, useWrite } from '../../api/hooks.ts'
import { type Scope, scopeLabels } from '../../copy/scopes.ts'
import { optionsOf } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Secret } from '../../ui/secret.tsx'
import { useEdit } from '../../ui/use-edit.ts'
import { addressesField, linesOf } from './key-addresses.tsx'

const allScopes = Object.keys(scopeLabels) as Scope[]
const initial = {
  name: '',
  scopes: allScopes.filter((scope) => scope.startsWith('read:')) as readonly Scope[],
  brands: [] as readonly string[],
  addresses: '',
}

/** Creates an API key with scopes and brands. Shows its secret only once. */
export function IssueKey({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId' })
  const edit = useEdit(`key:${workspaceId}`, initial, undefined)
  const brands = useRead('list-brands').data?.data ?? []
  const create = useWrite('create-key', { changes: ['list-keys'] })
  const secret = create.data?.data.secret
  const save = ({ name, scopes, addresses, brands: chosen }: typeof initial) => {
    const brand_ids = chosen.filter((id) => brands.some((brand) => brand.id === id))
    create.mutate({
      name,
      scopes: [...scopes],
      allowed_addresses: linesOf(addresses),
      ...(brand_ids.length === 0 ? {} : { brand_ids }),
    })
  }
  return (
    <FormDialog
      title="Create API key"
      action="Create key"
      edit={edit}
      fields={{
        name: { label: 'Name', required: true, placeholder: 'Dashboard' },
        scopes: { label: 'Scopes', options: optionsOf(scopeLabels) },
        brands: {
          label: 'Brands. Select none for all, including later ones.',
          options: brands.map(({ id, name }) => ({ value: id, name })),
          isHidden: brands.length < 2,
        },
        addresses: addressesField,
      }}
      write={create}
      isComplete
      isIncomplete={edit.values.scopes.length === 0}
      onSave={(_, values) => save(values)}
      onClose={() => {
        edit.clear()
        onClose()
      }}
      result={secret && <Secret label={`Secret of ${edit.values.name}`} text={secret} />}
    />
  )
}
