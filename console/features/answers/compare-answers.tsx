import { useId } from 'react'
import { useRead } from '../../api/hooks.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { clockTime, readersZone } from '../../format/times.ts'
import { useFilters } from '../../frame/brand.tsx'
import { useParam } from '../../search/use-param.ts'
import { inputClass } from '../../ui/field.tsx'
import type { Answer } from './answer-text.tsx'

/** Selects another answer to the same prompt to compare with. */
export function CompareAnswerPicker({ answer }: { answer: Answer }) {
  const { start_date, end_date } = useFilters().input
  const [beside, setBeside] = useParam('beside')
  const id = useId()
  const query = useRead(
    'list-executions',
    { start_date, end_date, prompt_id: [answer.prompt_id ?? ''], limit: 100 },
    { enabled: answer.prompt_id !== null },
  )
  const others = query.data?.data.filter((other) => other.id !== answer.id) ?? []
  if (others.length === 0 && beside === undefined) return null
  return (
    <span className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="text-sm whitespace-nowrap text-muted">
        Compare with
      </label>
      <select
        id={id}
        className={`${inputClass} max-w-72 py-1 text-sm`}
        value={beside ?? ''}
        onChange={(event) => setBeside(event.target.value)}
      >
        <option value="">None</option>
        {others.map((other) => (
          <option key={other.id} value={other.id}>
            {engineName(other.engine)}, {marketName(other.country)},{' '}
            {clockTime(other.executed_at, readersZone())}
          </option>
        ))}
        {query.data?.pagination?.next_cursor && (
          <option disabled>Newest 100 shown; choose a shorter period for others</option>
        )}
        {beside !== undefined && others.every((other) => other.id !== beside) && (
          <option value={beside}>current comparison</option>
        )}
      </select>
    </span>
  )
}
