import type { Problem } from '../api/client.ts'
import { Button } from './button.tsx'
import { ProblemNote } from './panel.tsx'
import type { Edit, Values } from './use-edit.ts'
import type { FormField, FormFields } from './use-form.ts'

interface EditProblemProps<T extends Values> {
  edit: Edit<T>
  fields: FormFields<T>
  write: { error: Problem | null; reset: () => void }
}

/** The pressed button may be far below. */
export const scrollIntoSight = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/**
 * Explains why an edit was not saved: an error, or a conflict with another member’s change of the same fields. Shows
 * both versions and lets the user choose. Overwrites nothing before.
 */
export function EditProblem<T extends Values>({ edit, fields, write }: EditProblemProps<T>) {
  const { error, reset } = write
  if (error === null) return null
  const isConflict = error.code === 'conflict' && edit.isBehind
  const choose = (label: string, how: () => void) => (
    <Button
      label={label}
      onClick={() => {
        how()
        reset()
      }}
    />
  )
  return (
    <div ref={scrollIntoSight}>
      {isConflict ? (
        <div role="alert" className="rounded-lg bg-warn-soft p-4">
          <p className="font-semibold text-warn">Someone else changed this. Review their version.</p>
          <table className="mt-2 w-full text-left text-sm [&_td]:wrap-anywhere [&_td,&_th]:py-1 [&_td,&_th]:pr-4">
            <thead>
              <tr className="*:font-medium">
                <td />
                <th scope="col">Their version</th>
                <th scope="col">Your version</th>
              </tr>
            </thead>
            <tbody>
              {edit.changed.map((name) => (
                <tr key={name} className="align-top">
                  <th scope="row" className="font-normal text-muted">
                    {fields[name].name ?? fields[name].label}
                  </th>
                  <td>{inWords(fields[name], edit.shown[name] ?? '')}</td>
                  <td>{inWords(fields[name], edit.values[name] ?? '')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="mt-3 flex gap-2">
            {choose('Keep my version', edit.keep)}
            {choose('Use their version', edit.clear)}
          </div>
        </div>
      ) : (
        <ProblemNote problem={error} />
      )}
    </div>
  )
}

/** A value with the names of chosen options. */
function inWords({ words, options }: FormField, given: Values[string]): string {
  const value = words?.(given) ?? given
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const names = new Map(words ? [] : options?.map(({ value, name }) => [value, name]))
  const parts: readonly (string | object)[] = typeof value === 'string' ? [value] : value
  return parts.map((part) => names.get(String(part)) ?? part).join(', ') || '–'
}
