import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { call, type Problem, type ResponseOf } from '../../api/client.ts'
import { Page } from '../../frame/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { useDraft } from '../../ui/use-draft.ts'

export function NewBrandPage() {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId/new-brand' })
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { draft, change, clear } = useDraft(`new-brand:${workspaceId}`, { name: '', domain: '' })
  const { name, domain } = draft
  const create = useMutation<ResponseOf<'create-brand'>, Problem, void>({
    mutationFn: () => call('create-brand', { name, ...(domain === '' ? {} : { domain }) }, { workspaceId }),
    async onSuccess({ data }) {
      clear()
      await queries.invalidateQueries({ queryKey: [workspaceId, 'list-brands'] })
      await navigate({ to: '/$workspaceId/$brandId/start', params: { workspaceId, brandId: data.id } })
    },
  })
  return (
    <Page title="Add brand" about="Sightline searches answers for its name, aliases and domain.">
      <form
        className="max-w-md space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <ProblemNote problem={create.error} />
        <Field
          label="Name"
          required
          autoFocus
          value={name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label="Domain"
          hint="Such as example.com. Pages on it count as yours."
          value={domain}
          onChange={(event) => change({ domain: event.target.value })}
        />
        <Button kind="main" type="submit" disabled={create.isPending}>
          Add brand
        </Button>
      </form>
    </Page>
  )
}
