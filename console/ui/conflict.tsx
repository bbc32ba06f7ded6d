import { Problem } from '../api/client.ts'
import { Button } from './button.tsx'
import { ProblemNote } from './problem.tsx'
import type { Edit, Values } from './use-edit.ts'

interface EditProblemProps<T extends Values> {
  edit: Edit<T>
  /** Of the fields, as their labels have them. */
  names: Readonly<Record<keyof T & string, string>>
  write: { error: Problem | null; reset: () => void }
  /** Values of fields that are chosen from a list, as the list has them. */
  inWords?: (values: T) => Words<T>
}

/** What fields hold, as it is shown. */
type Words<T extends Values> = Readonly<Record<keyof T & string, Values[string]>>

/** The button that was pressed may be far below. */
const intoSight = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** Why what was typed is not saved: refused, or because somebody else was first; then both are shown. */
export function EditProblem<T extends Values>(props: EditProblemProps<T>) {
  if (props.write.error === null) return null
  return (
    <div ref={intoSight}>
      <Problems {...props} error={props.write.error} />
    </div>
  )
}

function Problems<T extends Values>({
  edit,
  names,
  write,
  error,
  inWords = (values) => values,
}: EditProblemProps<T> & { error: Problem }) {
  if (error.code !== 'conflict' || !edit.isBehind)
    return <ProblemNote problem={withFieldLabels(error, names)} />
  const settle = (how: () => void) => () => {
    how()
    write.reset()
  }
  return (
    <Conflict
      names={names}
      changed={edit.changed}
      mine={inWords(edit.values)}
      theirs={inWords(edit.shown)}
      onKeep={settle(edit.keep)}
      onDrop={settle(edit.clear)}
    />
  )
}

/** A problem whose field is called as its label is. */
export function withFieldLabels(problem: Problem, names: Readonly<Record<string, string>>): Problem {
  const { code, message, status } = problem
  const said = message.replace(/^\w+(?=\b)/, (field) => names[field] ?? field)
  return new Problem(code, said, status, problem)
}

interface ConflictProps<T extends Values> {
  names: Readonly<Record<keyof T & string, string>>
  changed: readonly (keyof T & string)[]
  mine: Words<T>
  theirs: Words<T>
  onKeep: () => void
  onDrop: () => void
}

/** Somebody else has changed what is edited here: what both say, and whose stands. Nothing is overwritten before. */
function Conflict<T extends Values>({ names, changed, mine, theirs, onKeep, onDrop }: ConflictProps<T>) {
  return (
    <div role="alert" className="rounded-lg bg-warn-soft p-4">
      <p className="font-semibold text-warn">Somebody else has changed this meanwhile</p>
      <table className="mt-2 w-full text-sm">
        <thead>
          <tr>
            <td />
            <th scope="col" className="py-1 pr-4 text-left font-medium">
              There now
            </th>
            <th scope="col" className="py-1 text-left font-medium">
              Yours
            </th>
          </tr>
        </thead>
        <tbody>
          {changed.map((field) => (
            <tr key={field} className="align-top">
              <th scope="row" className="py-1 pr-4 text-left font-normal text-muted">
                {names[field]}
              </th>
              <td className="py-1 pr-4 [overflow-wrap:anywhere]">{wordsOf(theirs[field])}</td>
              <td className="py-1 [overflow-wrap:anywhere]">{wordsOf(mine[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 flex gap-2">
        <Button onClick={onKeep}>Keep mine</Button>
        <Button onClick={onDrop}>Take what is there</Button>
      </div>
    </div>
  )
}

const wordsOf = (value: Values[string]) =>
  value === true
    ? 'yes'
    : value === false
      ? 'no'
      : (typeof value === 'string' ? value : value.join(', ')) || '–'
