import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { count, dollars, seconds } from '../../format/numbers.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { Tile } from '../../ui/tiles.tsx'
import { SiteOwner } from '../cited-sources/site-owner.tsx'
import type { Answer } from './answer-text.tsx'

const own = ({ owner }: Answer['citations'][number]) => owner.type === 'brand'

/** Explains an answer without the brand: who it mentions instead, and the names Sightline searched for. */
export function WhyNotNamed({ answer }: { answer: Answer }) {
  if (answer.answer === null || answer.brand_mentioned) return null
  const { names, domain } = answer.brand_search
  const instead = answer.mentions.map(({ name }) => name)
  const cited = answer.citations.filter(own)
  const consulted = answer.consulted.filter(own)
  const site =
    cited.length > 0
      ? `Cited as source ${cited.map(({ position }) => position).join(', ')}, but the text does not mention you`
      : consulted.length > 0
        ? 'Read, not cited'
        : domain === null
          ? 'Your brand has no domain, so its sources cannot be recognized'
          : 'Not read or cited'
  return (
    <Panel
      title="Why is your brand missing?"
      footnote="Does this answer use another name? Add it to the brand profile; Sightline then rereads the answers."
    >
      <Facts
        isNarrow
        facts={[
          ['Mentioned instead', instead.length === 0 ? 'No tracked brands' : <bdi>{instead.join(', ')}</bdi>],
          ['Your website', site],
          ['Names searched for', <bdi>{[...names, ...(domain === null ? [] : [domain])].join(', ')}</bdi>],
        ]}
      />
    </Panel>
  )
}

export function Sources({ answer, sourceIds = 'source' }: { answer: Answer; sourceIds?: string }) {
  return (
    <Panel
      title="Sources"
      about={`${answer.citations.length} cited${answer.consulted.length === 0 ? '' : `, ${answer.consulted.length} only read`}`}
    >
      <ol className="space-y-2">
        {answer.citations.map((citation) => (
          <li
            key={citation.position}
            id={`${sourceIds}-${citation.position}`}
            className="scroll-mt-20 rounded-md target:bg-accent-soft"
          >
            <SourceLink {...citation} />
          </li>
        ))}
      </ol>
      {answer.consulted.length > 0 && (
        <details className="mt-3">
          <summary className="text-sm text-muted">Read, not cited</summary>
          <ol className="mt-2 space-y-2">
            {answer.consulted.map((citation) => (
              <li key={citation.url}>
                <SourceLink {...citation} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </Panel>
  )
}

function SourceLink({ position, url, domain, title, owner }: Answer['citations'][number]) {
  return (
    <div className="flex items-start gap-2">
      <span className="w-4 flex-none text-muted tabular-nums">{position}</span>
      <Tile name={domain} isOwn={owner.type === 'brand'} />
      <div className="min-w-0">
        <ExternalLink url={url} domain={domain} title={title} />
        <SiteOwner owner={owner} className="text-sm" />
      </div>
    </div>
  )
}

export function Queries({ answer }: { answer: Answer }) {
  if (answer.search_queries.length === 0) return null
  return (
    <Panel title="Search queries">
      <ul className="space-y-1 text-sm">
        {answer.search_queries.map((query) => (
          <li key={query}>
            <bdi>{query}</bdi>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const surfaces = { unknown: null, api: 'Model API', ui: 'Engine’s website' } as const
const searches = { unknown: null, searched: 'Yes', not_searched: 'No' } as const

/** Most answers cost less than one cent. */
const costOf = (usd: number | null) =>
  usd === null ? null : usd > 0 && usd < 0.01 ? `less than ${dollars(0.01)}` : dollars(usd)

export function Details({ answer }: { answer: Answer }) {
  const requestedModel = answer.requested_model === answer.model ? null : answer.requested_model
  const facts: [string, ReactNode][] = [
    ['Engine', engineName(answer.engine)],
    ['Collected from', surfaces[answer.surface]],
    ['Model', answer.model],
    ['Requested model', requestedModel],
    ['Market', marketName(answer.country)],
    ['Location', answer.location],
    ['Language', answer.language],
    ['Web search', searches[answer.search]],
    ['Duration', answer.latency_ms === null ? null : seconds(answer.latency_ms)],
    ['Cost', costOf(answer.cost_usd)],
    ['Provider', answer.source],
    ['Replicate', answer.replicate === null ? null : count(answer.replicate)],
  ]
  return (
    <Panel title="Details">
      <Facts facts={facts} isNarrow />
    </Panel>
  )
}

/** The provider's body of an answer, read when opened. */
export function RawResponse({ executionId }: { executionId: string }) {
  const mayRead = usePermission()('get-raw-response')
  const [isOpen, setOpen] = useState(false)
  const query = useRead('get-raw-response', { execution_id: executionId }, { enabled: isOpen && mayRead })
  return (
    <Panel
      title="Raw response"
      about={mayRead ? 'as the provider sent it' : 'only editors can see this'}
      actions={
        <Button
          label={isOpen ? 'Hide' : 'Show'}
          kind="quiet"
          disabled={!mayRead}
          title={mayRead ? undefined : 'Only editors can see raw responses.'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      }
    >
      {isOpen && (
        <Loaded
          query={query}
          lines={6}
          missing={
            <Empty title="Raw response not stored">The provider sent none, or its retention period has ended.</Empty>
          }
        >
          {({ data: { format, body, length } }) => (
            <>
              <p className="mb-2 text-sm text-muted">
                {format} · {count(length)} characters
                {body.length < length && `, first ${count(body.length)} shown`}
              </p>
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
                tabIndex={0}
                className="max-h-96 overflow-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere"
              >
                {body}
              </pre>
            </>
          )}
        </Loaded>
      )}
    </Panel>
  )
}
