import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRead } from '../../api/hooks.ts'
import { BrandLink, useBrand, useFilters } from '../../frame/brand.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { answerFilters, withoutReading } from './answer-search.ts'

/** Links to the previous and next answer in the list, also with the arrow keys. */
export function AdjacentAnswers({ executionId }: { executionId: string }) {
  const { workspaceId, brandId } = useBrand()
  const { input, search } = useFilters()
  const navigate = useNavigate()
  const { data, isPlaceholderData } = useRead('get-execution-neighbours', {
    execution_id: executionId,
    ...answerFilters(input, search),
  })
  // Ignore the neighbors of the previous answer.
  const { newer = null, older = null } = isPlaceholderData ? {} : (data?.data ?? {})
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event.target)) return
      const id = event.key === 'ArrowLeft' ? newer : event.key === 'ArrowRight' ? older : null
      if (id === null) return
      event.preventDefault()
      void navigate({
        to: '/$workspaceId/$brandId/answers/$executionId',
        params: { workspaceId, brandId, executionId: id },
        search: withoutReading(search) as never,
      })
    }
    addEventListener('keydown', follow)
    return () => removeEventListener('keydown', follow)
  }, [newer, older, navigate, search, workspaceId, brandId])
  const step = (id: string | null, name: string, text: string) =>
    id === null ? (
      <span aria-disabled="true" className={`${buttonClass('plain')} opacity-50`}>
        {text}
      </span>
    ) : (
      <BrandLink
        to={`answers/${id}`}
        search={withoutReading(search)}
        aria-label={name}
        title={`${name} (arrow key)`}
        className={buttonClass('plain')}
      >
        {text}
      </BrandLink>
    )
  return (
    <nav aria-label="Adjacent answers" className="flex gap-2">
      {step(newer, 'Newer answer', '← Newer')}
      {step(older, 'Older answer', 'Older →')}
    </nav>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT|PRE)$/.test(target.tagName))
