import type { DataOf } from '../../api/hooks.ts'
import { percent } from '../../format/numbers.ts'
import { Empty, Panel } from '../../ui/panel.tsx'
import { type Column, column, numberColumn, Table } from '../../ui/table.tsx'

type Section = DataOf<'get-ai-access'>['sections'][number]

/** What bots that run no scripts miss in each section. */
export function ScriptAccess({ sections }: { sections: readonly Section[] }) {
  const wasRun = sections.some(({ rendering }) => rendering !== null)
  return (
    <Panel
      title="Missing without scripts"
      about="one page per section and template, as the server sends it and after its scripts ran"
      footnote={wasRun ? readersOf(sections) : undefined}
    >
      {wasRun ? (
        <Table label="Missing without scripts" columns={columns} rows={sections} keyOf={sectionName} />
      ) : (
        <Empty title="No scripts were run">
          Set CHROMIUM_PATH on the server to a Chromium browser, then run an audit.
        </Empty>
      )}
    </Panel>
  )
}

/** The section’s path, and the number of a further page template in it. */
export const sectionName = ({ section, template }: Section) =>
  template === 1 ? section : `${section} template ${template}`

const columns: readonly Column<Section>[] = [
  column('Section', (row) => <span className="font-medium wrap-anywhere">{sectionName(row)}</span>),
  column('Added or changed by scripts', ({ rendering }) => {
    const parts = rendering?.differs.join(', ').replaceAll('_', ' ')
    if (parts) return <span className="text-down">{parts.charAt(0).toUpperCase() + parts.slice(1)}</span>
    const rest = rendering?.problem === null ? 'Nothing' : `Not tested: ${rendering?.problem ?? 'no Chromium'}`
    return <span className="text-muted">{rest}</span>
  }),
  numberColumn('Text after scripts', ({ rendering }) => percent(rendering?.text_after_scripts_pct, 0)),
]

/** Names the bots that miss these parts, and those that do not. */
function readersOf(sections: readonly Section[]): string {
  const bots = sections.flatMap((section) => section.bots)
  const named = (runs: boolean) =>
    [...new Set(bots.flatMap((bot) => (bot.runs_scripts === runs ? [bot.bot] : [])))].join(', ') || 'none known'
  return `Without scripts: ${named(false)}. With scripts: ${named(true)}.`
}
