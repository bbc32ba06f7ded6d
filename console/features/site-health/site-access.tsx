import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import X from 'lucide-react/icons/x'
import { useRead, useReadAll } from '../../api/hooks.ts'
import { ViewLink } from '../../frame/brand.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Checks of the home page that name refused bots in their evidence. */
const refusals = ['ai-bots-refused', 'ai-bots-challenged']

/** The reading of each bot: whether robots.txt or the server keeps it from a page that the last audit tried. */
function useAccess() {
  const { data: access } = useRead('get-ai-access')
  const { data: issues } = useReadAll('list-issues')
  const refusal = issues?.data.find(({ docs_url }) => refusals.some((check) => docs_url?.endsWith(`/${check}`)))
  const { data: refused } = useRead(
    'get-issue',
    { issue_id: refusal?.id ?? '', limit: 100 },
    { enabled: refusal !== undefined },
  )
  const named = new Set(
    refused?.data.flatMap(({ evidence }) => evidence.map((url) => decodeURIComponent(new URL(url).hash.slice(1)))),
  )
  const bots = access?.data.sections.flatMap(({ bots }) => bots) ?? []
  return [...Map.groupBy(bots, ({ bot }) => bot)].map(([bot, pages]) => ({
    bot,
    isBlocked: pages.some(({ is_allowed }) => !is_allowed),
    isRefused:
      named.has(bot) ||
      pages.some(
        ({ is_challenged, status, problem }) => is_challenged || problem !== null || (status !== null && status >= 400),
      ),
  }))
}

/** Bots that cannot read some page that the last audit tried. */
export const useUnreadable = () => useAccess().filter(({ isBlocked, isRefused }) => isBlocked || isRefused)

const looks = {
  refused: { Icon: X, tone: 'text-down', text: 'refused by the server' },
  blocked: { Icon: Minus, tone: 'text-warn', text: 'blocked by robots.txt' },
  allowed: { Icon: Check, tone: 'text-up', text: 'allowed' },
}

export function SiteAccess() {
  const bots = useAccess()
  if (bots.length === 0) return null
  return (
    <Panel
      title="Who can read your site"
      actions={
        <ViewLink change={{ tab: 'audits' }} className="text-sm font-medium text-accent hover:underline">
          By section
        </ViewLink>
      }
    >
      <ul className="grid grid-cols-2 gap-x-3 gap-y-1 text-sm md:grid-cols-4">
        {bots.map(({ bot, isBlocked, isRefused }) => {
          const { Icon, tone, text } = looks[isRefused ? 'refused' : isBlocked ? 'blocked' : 'allowed']
          return (
            <li key={bot} title={text} className="flex min-w-0 items-center gap-1.5">
              <Icon aria-hidden="true" className={`size-3.5! flex-none ${tone}`} />
              <span className="truncate">{bot}</span>
              <span className="sr-only">{text}</span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
