import { useNavigate } from '@tanstack/react-router'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'

/** Deletes a prompt after confirmation, then opens the prompt list. */
export function DeletePrompt({ prompt }: { prompt: { id: string; text: string } }) {
  const { workspaceId, brandId } = useBrand()
  const { search } = useFilters()
  const navigate = useNavigate()
  if (!usePermission()('delete-prompt')) return null
  return (
    <ConfirmButton
      title="Delete this prompt?"
      operation="delete-prompt"
      input={{ prompt_id: prompt.id }}
      changes={['list-prompts', 'list-topics', 'estimate-collection', 'list-sample-sizes']}
      onDone={() =>
        void navigate({
          to: '/$workspaceId/$brandId/prompts',
          params: { workspaceId, brandId },
          search: search as never,
        })
      }
    >
      <p>“{prompt.text}”</p>
      <p>
        Its answers still count toward the brand’s totals, but no longer belong to a prompt or topic. To keep
        its history, pause it instead. You cannot undo this.
      </p>
    </ConfirmButton>
  )
}
