import { useState } from 'react'
import { rowOf, usePages } from '../../api/hooks.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { type Scope, type Style, scopeOf, scopes } from './style-words.ts'
import { WritingStyle } from './writing-style.tsx'
import { WritingStyleForm } from './writing-style-form.tsx'

/** Writing styles, grouped by where they apply. */
export function WritingStyles() {
  const mayEdit = usePermission()('update-writing-style')
  const query = usePages('list-writing-styles', { limit: 100 })
  const [edited, setEdited] = useState<string | 'new'>()
  const found = rowOf(query.data, edited)
  const close = () => setEdited(undefined)
  const actionsOf = (style: Style) =>
    mayEdit && (
      <div className="flex gap-2">
        <Button kind="quiet" aria-label={`Edit ${style.name}`} onClick={() => setEdited(style.id)}>
          Edit
        </Button>
        <ConfirmButton
          kind="quiet"
          name={`Delete ${style.name}`}
          title={`Delete “${style.name}”?`}
          operation="delete-writing-style"
          input={{ writing_style_id: style.id }}
          changes={['list-writing-styles']}
        >
          <p>
            {style.is_default && 'The next style for the same use becomes the default. '}
            You cannot undo this.
          </p>
        </ConfirmButton>
      </div>
    )
  return (
    <>
      {mayEdit && (
        <p className="text-right">
          <Button kind="main" onClick={() => setEdited('new')}>
            Add writing style
          </Button>
        </p>
      )}
      <Pages
        query={query}
        empty={
          <Empty title="No writing styles yet">
            A style defines how the brand writes: its tone and its rules.
          </Empty>
        }
      >
        {(styles) => (
          <div className="space-y-5">
            {(Object.keys(scopes) as Scope[]).map((scope) => (
              <StyleGroup
                key={scope}
                name={scopes[scope]}
                styles={styles.filter((style) => scopeOf(style) === scope)}
                actionsOf={actionsOf}
              />
            ))}
          </div>
        )}
      </Pages>
      {(edited === 'new' || found !== undefined) && (
        <WritingStyleForm key={edited} style={found?.row} version={found?.version} onClose={close} />
      )}
    </>
  )
}

interface StyleGroupProps {
  name: string
  styles: readonly Style[]
  actionsOf: (style: Style) => React.ReactNode
}

function StyleGroup({ name, styles, actionsOf }: StyleGroupProps) {
  if (styles.length === 0) return null
  return (
    <Panel title={name}>
      <ul className="divide-y divide-line">
        {styles.map((style) => (
          <li key={style.id} className="py-4 first:pt-0 last:pb-0">
            <WritingStyle style={style} actions={actionsOf(style)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
