import { engineName } from '../../copy/engines.ts'
import { longDay, shortDay } from '../../format/days.ts'
import { count, countOf } from '../../format/numbers.ts'
import { EngineTile } from '../../ui/tiles.tsx'
import { type EngineRow, failureOf, settledOf } from './collection-status.ts'

const shade = (share: number) =>
  `color-mix(in oklab, var(--accent) ${Math.round(10 + 90 * share ** 1.6)}%, var(--panel))`

/** Answers by engine and day, darker if more. Days on which most planned answers failed are red. */
export function Calendar({ rows, days }: { rows: readonly EngineRow[]; days: readonly string[] }) {
  const most = Math.max(...rows.flatMap(({ points }) => points.map(({ executions }) => executions)), 1)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="relative overflow-x-auto" aria-label="Answers by engine and day" tabIndex={0}>
      <div style={{ minWidth: 200 + days.length * 4 }}>
        <table className="w-full table-fixed border-separate border-spacing-0.5">
          <colgroup>
            <col className="w-32" />
            <col span={days.length} />
            <col className="w-14" />
          </colgroup>
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
          {[days[0], days[days.length >> 1], days.at(-1)].map((day, at) => (
            <span key={`${at} ${day}`}>{shortDay(day ?? '')}</span>
          ))}
        </p>
      </div>
    </section>
  )
}

function Cell({ row, day, most }: { row: EngineRow; day: string; most: number }) {
  const answers = row.points.find((point) => point.start_date === day)?.executions ?? 0
  const planned = row.days.find((one) => one.day === day)
  const words = [
    `${longDay(day)}: ${countOf(answers, 'answer')}`,
    ...(planned ? [`${count(settledOf(planned))} of ${count(planned.planned)} planned`] : []),
    ...(planned?.reasons ?? []).map(({ reason, questions }) => `${count(questions)}× ${failureOf(reason)[0]}`),
  ].join(', ')
  const hasFailed = planned !== undefined && planned.failed * 2 > planned.planned
  const background = hasFailed ? 'var(--down)' : answers === 0 ? 'var(--sunken)' : shade(answers / most)
  return (
    <td className="p-0">
      <span title={words} className="block h-5.5 rounded-[3px]" style={{ background }}>
        <span className="sr-only">{words}</span>
      </span>
    </td>
  )
}
