import { useNavigate } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { useEffect } from 'react'
import { useRead } from '../../api/hooks.ts'
import { BrandLink, useBrand, useFilters } from '../../frame/brand.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { answerFilters, withoutReading } from './answer-search.ts'

/** Links to the previous and next answer in the list, also with the arrow keys, J and K. */
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
      const id = { ArrowLeft: newer, k: newer, ArrowRight: older, j: older }[event.key] ?? null
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
  const step = (id: string | null, name: string, keys: string, Icon: typeof ChevronUp) => {
    const icon = <Icon aria-hidden="true" />
    const shape = `${buttonClass('quiet')} px-1.5!`
    if (id === null)
      return (
        <span aria-disabled="true" className={`${shape} opacity-50`}>
          {icon}
        </span>
      )
    const link = { to: `answers/${id}`, search: withoutReading(search), title: `${name} (${keys})` }
    return (
      <BrandLink {...link} aria-label={name} className={shape}>
        {icon}
      </BrandLink>
    )
  }
  return (
    <nav aria-label="Adjacent answers" className="flex">
      {step(newer, 'Newer answer', 'K', ChevronUp)}
      {step(older, 'Older answer', 'J', ChevronDown)}
    </nav>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT|PRE)$/.test(target.tagName))
