import { type DataOf, useRead } from '../../api/hooks.ts'
import { count, countOf, percent } from '../../format/numbers.ts'
import { Empty, LoadedPanel, Panel } from '../../ui/panel.tsx'
import { type Column, column, numberColumn, Table } from '../../ui/table.tsx'

type Section = DataOf<'get-ai-access'>['sections'][number]
type Access = Section['bots'][number]

/** A matrix of AI bots and sections of the site. Absent before an audit has tried any. */
export function AiAccess() {
  const query = useRead('get-ai-access')
  if (query.data?.data.sections.length === 0) return null
  return (
    <>
      <LoadedPanel
        query={query}
        lines={6}
        title="AI access by section"
        about="robots.txt, one request per bot and section, and your logs of the last 30 days; a request that works does not prove that the real bot gets the page"
      >
        {({ data: { sections } }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          <section className="overflow-x-auto" aria-label="Access of each bot" tabIndex={0}>
            <Table
              label="AI access by section"
              columns={[botColumn, ...sections.map(sectionColumn)]}
              rows={botsOf(sections)}
              keyOf={({ bot }) => bot}
              most={12}
            />
          </section>
        )}
      </LoadedPanel>
      {query.data && <ScriptAccess sections={query.data.data.sections} />}
    </>
  )
}

const botsOf = (sections: readonly Section[]): Access[] => [
  ...new Map(sections.flatMap(({ bots }) => bots.map((bot) => [bot.bot, bot] as const))).values(),
]

const botColumn = column<Access>('Bot', ({ bot, operator }) => (
  <>
    <span className="font-medium">{bot}</span>
    <span className="block text-sm text-muted">{operator}</span>
  </>
))

const sectionColumn = (shown: Section) =>
  column<Access>(`${sectionName(shown)} (${countOf(shown.pages, 'page')})`, ({ bot }) => {
    const access = shown.bots.find((one) => one.bot === bot)
    const fault = access && faultOf(access)
    return (
      <>
        {fault === undefined ? <span className="text-muted">Allowed</span> : <span className="text-down">{fault}</span>}
        {access !== undefined && access.log_requests > 0 && (
          <span className="block text-sm text-muted">
            {count(access.log_refused)} of {count(access.log_requests)} refused in logs
          </span>
        )}
      </>
    )
  })

function faultOf({ is_allowed, is_challenged, status, problem, differs }: Access): string | undefined {
  if (!is_allowed) return 'Blocked by robots.txt'
  if (is_challenged) return 'Challenge'
  if (problem !== null) return 'No response'
  if (status !== null && status >= 400) return `Refused (${status})`
  return differs.length > 0 ? `Other ${differs.join(', ').replaceAll('_', ' ')}` : undefined
}

/** What bots that run no scripts miss in each section. */
function ScriptAccess({ sections }: { sections: readonly Section[] }) {
  const wasRun = sections.some(({ rendering }) => rendering !== null)
  return (
    <Panel
      title="Missing without scripts"
      about="one page per section and template, as the server sends it and after its scripts ran"
      footnote={wasRun ? readersOf(sections) : undefined}
    >
      {wasRun ? (
        <Table label="Missing without scripts" columns={scriptColumns} rows={sections} keyOf={sectionName} />
      ) : (
        <Empty title="No scripts were run">
          Set CHROMIUM_PATH on the server to a Chromium browser, then run an audit.
        </Empty>
      )}
    </Panel>
  )
}

/** The section’s path, and the number of a further page template in it. */
const sectionName = ({ section, template }: Section) => (template === 1 ? section : `${section} template ${template}`)

const scriptColumns: readonly Column<Section>[] = [
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
