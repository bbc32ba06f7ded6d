import { useNavigate, useParams } from '@tanstack/react-router'
import { Page } from '../../frame/page.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'

export function NewBrandPage() {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId/new-brand' })
  const navigate = useNavigate()
  return (
    <Page title="Add brand" about="Sightline searches answers for its name, aliases and domain.">
      <div className="max-w-md">
        <OperationForm
          operation="create-brand"
          initial={{ name: '', domain: '' }}
          onDone={({ data }) =>
            void navigate({ to: '/$workspaceId/$brandId/start', params: { workspaceId, brandId: data.id } })
          }
          button="main"
        />
      </div>
    </Page>
  )
}
