import { Problem } from '../api/client.ts'
import { Button } from './button.tsx'
import { ProblemNote } from './panel.tsx'
import type { Edit, Values } from './use-edit.ts'

interface EditProblemProps<T extends Values> {
  edit: Edit<T>
  /** Field labels. */
  names: Readonly<Record<keyof T & string, string>>
  write: { error: Problem | null; reset: () => void }
  /** Converts option values to their labels. */
  inWords?: (values: T) => Words<T>
}

/** Displayed field values. */
type Words<T extends Values> = Readonly<Record<keyof T & string, Values[string]>>

/** The pressed button may be far below. */
const scrollIntoSight = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** Explains why an edit was not saved: an error, or a conflict with another member’s change. */
export function EditProblem<T extends Values>(props: EditProblemProps<T>) {
  if (props.write.error === null) return null
  return (
    <div ref={scrollIntoSight}>
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
  if (error.code !== 'conflict' || !edit.isBehind) return <ProblemNote problem={withFieldLabels(error, names)} />
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

/** Replaces the field name in a problem’s message with its label. */
export function withFieldLabels(problem: Problem, names: Readonly<Record<string, string>>): Problem {
  const { code, message, status } = problem
  const text = message.replace(/^\w+(?=\b)/, (field) => names[field] ?? field)
  return new Problem(code, text, status, problem)
}

interface ConflictProps<T extends Values> {
  names: Readonly<Record<keyof T & string, string>>
  changed: readonly (keyof T & string)[]
  mine: Words<T>
  theirs: Words<T>
  onKeep: () => void
  onDrop: () => void
}

/** Another member changed the same fields: shows both versions and lets the user choose. Overwrites nothing before. */
function Conflict<T extends Values>({ names, changed, mine, theirs, onKeep, onDrop }: ConflictProps<T>) {
  return (
    <div role="alert" className="rounded-lg bg-warn-soft p-4">
      <p className="font-semibold text-warn">Someone else changed this. Review their version.</p>
      <table className="mt-2 w-full text-sm">
        <thead>
          <tr>
            <td />
            <th scope="col" className="py-1 pr-4 text-left font-medium">
              Their version
            </th>
            <th scope="col" className="py-1 text-left font-medium">
              Your version
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
        <Button label="Keep my version" onClick={onKeep} />
        <Button label="Use their version" onClick={onDrop} />
      </div>
    </div>
  )
}

const wordsOf = (value: Values[string]) =>
  value === true ? 'yes' : value === false ? 'no' : (typeof value === 'string' ? value : value.join(', ')) || '–'
