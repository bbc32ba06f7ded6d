import { engineName } from '../../copy/engines.ts'
import { longDay, shortDay } from '../../format/days.ts'
import { count, countOf } from '../../format/numbers.ts'
import { EngineTile } from '../../ui/tiles.tsx'
import { type EngineRow, failureOf, settledOf } from './collection-status.ts'

const strengths = [12, 28, 48, 72, 100]

const shade = (value: number, most: number) =>
  strengths[Math.min(strengths.length - 1, Math.floor((strengths.length * value) / (most + 1)))] ?? 0

const colorOf = (strength: number) => `color-mix(in oklab, var(--accent) ${strength}%, var(--panel))`

const square = 'inline-block size-3 rounded-[3px]'

export const CalendarKey = () => (
  <span className="flex items-center gap-1 text-sm text-muted max-md:hidden" aria-hidden="true">
    Fewer
    {strengths.map((strength) => (
      <span key={strength} className={square} style={{ background: colorOf(strength) }} />
    ))}
    more
    <span className={`${square} ml-3 bg-down`} />
    Failed
  </span>
)

/** Answers by engine and day. Days on which most planned answers failed are red. */
export function Calendar({ rows, days }: { rows: readonly EngineRow[]; days: readonly string[] }) {
  const most = Math.max(...rows.flatMap(({ points }) => points.map(({ executions }) => executions)), 1)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="overflow-x-auto" aria-label="Answers by engine and day" tabIndex={0}>
      <table
        className="w-full table-fixed border-separate border-spacing-0.5"
        style={{ minWidth: 200 + days.length * 12 }}
      >
        <colgroup>
          <col className="w-32" />
          <col span={days.length} />
          <col className="w-14" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Engine</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {longDay(day)}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.engine}>
              <th scope="row" className="text-left font-medium">
                <span className="flex items-center gap-2">
                  <EngineTile engine={row.engine} />
                  <span className="truncate">{engineName(row.engine)}</span>
                </span>
              </th>
              {days.map((day) => (
                <Cell key={day} {...{ row, day, most }} />
              ))}
              <td className="text-right font-medium">{count(row.answers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-hidden="true" className="flex justify-between pr-15 pl-33 text-xs text-muted">
        {[...new Set([0, 1, 2, 3, 4].map((part) => days[Math.round((part * (days.length - 1)) / 4)]))].map(
          (day) => day !== undefined && <span key={day}>{shortDay(day)}</span>,
        )}
      </p>
    </section>
  )
}

function Cell({ row, day, most }: { row: EngineRow; day: string; most: number }) {
  const answers = row.points.find((point) => point.start_date === day)?.executions ?? 0
  const planned = row.days.find((one) => one.day === day)
  const words = [
    countOf(answers, 'answer'),
    planned && planned.planned > 0 && `${count(settledOf(planned))} of ${count(planned.planned)} planned`,
    ...(planned?.reasons ?? []).map(
      ({ reason, questions }) => `${count(questions)}× ${failureOf(reason)[0]}`,
    ),
  ].filter(Boolean)
  const hasFailed = planned !== undefined && planned.failed * 2 > planned.planned
  return (
    <td className="p-0">
      <span
        title={`${longDay(day)}: ${words.join(', ')}`}
        className={`block h-5.5 rounded-[3px] ${hasFailed ? 'bg-down' : answers === 0 ? 'bg-sunken' : ''}`}
        {...(!hasFailed && answers > 0 && { style: { background: colorOf(shade(answers, most)) } })}
      >
        <span className="sr-only">{words.join(', ')}</span>
      </span>
    </td>
  )
}
