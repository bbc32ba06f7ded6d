import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Deletes a prompt after confirmation, then opens the prompt list. */
export function DeletePrompt({ prompt }: { prompt: { id: string; text: string } }) {
  const { workspaceId, brandId } = useBrand()
  const { search } = useFilters()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useWrite('delete-prompt', {
    workspaceId,
    changes: ['list-prompts', 'list-topics', 'estimate-collection', 'list-sample-sizes'],
    onDone: () =>
      void navigate({
        to: '/$workspaceId/$brandId/prompts',
        params: { workspaceId, brandId },
        search: search as never,
      }),
  })
  if (!usePermission(workspaceId)('delete-prompt')) return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete</Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this prompt?"
          write={remove}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate({ brand_id: brandId, prompt_id: prompt.id })}
        >
          <p>“{prompt.text}”</p>
          <p>
            Its answers still count toward the brand’s totals, but no longer belong to a prompt or topic. To
            keep its history, pause it instead. You cannot undo this.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
