import { useNavigate, useParams } from '@tanstack/react-router'
import { Page } from '../../frame/page.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

export function NewBrandPage() {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId/new-brand' })
  const navigate = useNavigate()
  const edit = useEdit(`new-brand:${workspaceId}`, { name: '', domain: '' }, undefined)
  const create = useSave('create-brand', edit, {
    changes: ['list-brands'],
    onDone: ({ data }) =>
      void navigate({ to: '/$workspaceId/$brandId/start', params: { workspaceId, brandId: data.id } }),
  })
  return (
    <Page title="Add brand" about="Sightline searches answers for its name, aliases and domain.">
      <div className="max-w-md">
        <EditForm
          edit={edit}
          fields={{
            name: { label: 'Name', required: true, autoFocus: true },
            domain: { label: 'Domain', hint: 'Such as example.com. Pages on it count as yours.' },
          }}
          write={create}
          onSave={(_, { name, domain }) => create.mutate({ name, domain: domain || undefined })}
          button="main"
          action="Add brand"
        />
      </div>
    </Page>
  )
}
