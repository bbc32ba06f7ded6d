import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { today } from '../format/days.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'
import { useBrand, useFilters } from './use-brand.ts'
import { useHasAnswers } from './use-has-answers.ts'

interface NoAnswersProps {
  /** What is said where there are answers, though none that fits. */
  title?: string
  children?: ReactNode
}

/** Why nothing is shown that is made of answers: nobody was asked yet, or none fits. */
export function NoAnswers({
  title = 'No answer fits',
  children = 'Choose a longer period or clear some filters.',
}: NoAnswersProps) {
  const { workspaceId, brandId } = useBrand()
  const { input, set } = useFilters()
  const lastDay = today(new Date())
  if (useHasAnswers() !== false)
    return (
      <Empty title={title}>
        {children}
        {input.end_date < lastDay && (
          <span className="mt-4 block">
            <Button onClick={() => set({ period: { from: input.start_date, to: lastDay } })}>
              Include today
            </Button>
          </span>
        )}
      </Empty>
    )
  return (
    <Empty title="Nothing has been asked yet">
      A few steps lead to first figures: competitors, prompts, and either a provider’s key or a file of
      answers.
      <span className="mt-4 block">
        <Link
          to="/$workspaceId/$brandId/start"
          params={{ workspaceId, brandId }}
          className={buttonClass('main')}
        >
          Get started
        </Link>
      </span>
    </Empty>
  )
}
