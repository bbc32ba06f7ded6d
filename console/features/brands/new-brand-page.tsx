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
          initial={{ domain: '', name: '' }}
          fields={({ domain }) => ({ name: { required: nameOf(domain) === '', placeholder: nameOf(domain) } })}
          input={(given, { domain, name }) => ({ ...given, name: name || nameOf(domain) })}
          onDone={({ data }) =>
            void navigate({ to: '/$workspaceId/$brandId/start', params: { workspaceId, brandId: data.id } })
          }
          button="main"
        />
      </div>
    </Page>
  )
}

/** The first label of a domain, with a capital, until the website says more. */
const nameOf = (domain: string | null) =>
  (domain ?? '')
    .trim()
    .replace(/^(https?:\/\/)?(www\.)?/, '')
    .replace(/[./:].*/, '')
    .replace(/^./, (first) => first.toUpperCase())
