import { type DataOf, useRead } from '../../api/hooks.ts'
import { count, countOf } from '../../format/numbers.ts'
import { LoadedPanel } from '../../ui/panel.tsx'
import { type Column, column, Table } from '../../ui/table.tsx'
import { ScriptAccess, sectionName } from './script-access.tsx'

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

const sectionColumn = (shown: Section): Column<Access> => ({
  name: `${sectionName(shown)} (${countOf(shown.pages, 'page')})`,
  cell({ bot }) {
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
  },
})

function faultOf({ is_allowed, is_challenged, status, problem, differs }: Access): string | undefined {
  if (!is_allowed) return 'Blocked by robots.txt'
  if (is_challenged) return 'Challenge'
  if (problem !== null) return 'No response'
  if (status !== null && status >= 400) return `Refused (${status})`
  return differs.length > 0 ? `Other ${differs.join(', ').replaceAll('_', ' ')}` : undefined
}
