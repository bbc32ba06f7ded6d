import type { ReactNode } from 'react'
import { today } from '../format/days.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/panel.tsx'
import { BrandLink, useFilters } from './brand.tsx'
import { useHasAnswers } from './use-has-answers.ts'

interface NoAnswersProps {
  /** Title if answers exist but none match. */
  title?: string
  children?: ReactNode
}

/** The empty state for data from answers: nothing collected yet, or no match. */
export function NoAnswers({
  title = 'No matching answers',
  children = 'Choose a longer period or clear some filters.',
}: NoAnswersProps) {
  const { input, set } = useFilters()
  const lastDay = today(new Date())
  if (useHasAnswers() !== false)
    return (
      <Empty title={title}>
        {children}
        {input.end_date < lastDay && (
          <span className="mt-4 block">
            <Button label="Include today" onClick={() => set({ period: { from: input.start_date, to: lastDay } })} />
          </span>
        )}
      </Empty>
    )
  return (
    <Empty title="No answers yet">
      Add competitors and prompts, then connect a provider or import a file of answers.
      <span className="mt-4 block">
        <BrandLink to="start" className={buttonClass('main')}>
          Get started
        </BrandLink>
      </span>
    </Empty>
  )
}
