import type { ReactNode } from 'react'
import { engineName, marketName } from '../../copy/engines.ts'
import { count, dollars, score, seconds } from '../../format/numbers.ts'
import { useBrand, useColors } from '../../frame/use-brand.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Answer } from './answer-text.tsx'

/** Whom an answer names, the first first. */
export function Mentions({ answer }: { answer: Answer }) {
  const { workspaceId, brandId } = useBrand()
  const colour = useColors(workspaceId, brandId)
  return (
    <Panel title="Named" about={answer.brand_mentioned ? undefined : 'the brand is not'}>
      {answer.mentions.length === 0 ? (
        <p className="text-sm text-muted">Nobody who is followed.</p>
      ) : (
        <ol className="space-y-1">
          {[...answer.mentions]
            .sort((a, b) => a.rank - b.rank)
            .map((mention) => (
              <li key={mention.entity_id} className="flex items-baseline justify-between gap-3">
                <span
                  className={`truncate ${mention.is_our_brand ? 'font-semibold' : ''}`}
                  style={{ color: colour(mention.entity_id) }}
                >
                  {mention.rank}. {mention.name}
                </span>
                <span className="text-sm whitespace-nowrap text-muted">
                  {count(mention.count)}×
                  {mention.sentiment_score !== null && ` · tone ${score(mention.sentiment_score)}`}
                </span>
              </li>
            ))}
        </ol>
      )}
    </Panel>
  )
}

const own = ({ owner }: Answer['citations'][number]) => owner.type === 'brand'

/** What an answer that does not name the brand says instead, and what it was searched for. */
export function WhyNotNamed({ answer }: { answer: Answer }) {
  if (answer.answer === null || answer.brand_mentioned) return null
  const { names, domain } = answer.brand_search
  const instead = answer.mentions.map(({ name }) => name)
  const cited = answer.citations.filter(own)
  const consulted = answer.consulted.filter(own)
  return (
    <Panel title="Why is my brand not here?">
      <dl className="space-y-3 text-sm">
        <Fact name="Named instead">
          {instead.length === 0 ? 'Nobody who is followed' : instead.join(', ')}
        </Fact>
        <Fact name="Your website">
          {cited.length > 0
            ? `Cited, as source ${cited.map(({ position }) => position).join(', ')}: the text does not say your name`
            : consulted.length > 0
              ? 'The engine read it, and did not cite it'
              : domain === null
                ? 'The brand has no domain: sources cannot be told to be yours'
                : 'Neither cited nor read'}
        </Fact>
        <Fact name="The text was searched for">
          <bdi>{[...names, ...(domain === null ? [] : [domain])].join(', ')}</bdi>
          <span className="mt-1 block text-muted">
            Is it called otherwise here? Other names are part of the brand’s profile; answers are then read
            again.
          </span>
        </Fact>
      </dl>
    </Panel>
  )
}

/** The pages that an answer cites, and those that its engine only read. */
export function Sources({ answer, sourceIds = 'source' }: { answer: Answer; sourceIds?: string }) {
  return (
    <Panel
      title="Sources"
      about={`${answer.citations.length} cited, ${answer.consulted.length} only consulted`}
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
          <summary className="text-sm text-muted">Consulted, not cited</summary>
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
    <>
      <span className="text-sm text-muted">{position}.</span>{' '}
      <ExternalLink url={url} domain={domain} title={title} />
      {owner.type !== 'other' && (
        <span className={`text-sm ${owner.type === 'brand' ? 'text-accent' : 'text-muted'}`}>
          {owner.type === 'brand' ? 'yours' : (owner.name ?? 'a competitor')}
        </span>
      )}
    </>
  )
}

/** What the engine searched the web for. */
export function Queries({ answer }: { answer: Answer }) {
  if (answer.search_queries.length === 0) return null
  return (
    <Panel title="Searched for">
      <ul className="space-y-1 text-sm">
        {answer.search_queries.map((query) => (
          <li key={query}>
            <bdi className="[overflow-wrap:anywhere]">{query}</bdi>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const surfaces = { unknown: null, api: 'Its model’s API', ui: 'The page that people see' } as const
const searches = { unknown: null, searched: 'Yes', not_searched: 'No' } as const

/** Most answers cost less than a cent. */
const costOf = (usd: number | null) =>
  usd === null ? null : usd > 0 && usd < 0.01 ? `less than ${dollars(0.01)}` : dollars(usd)

/** How an answer came about, as far as anybody tells. */
export function Facts({ answer }: { answer: Answer }) {
  const asked = answer.requested_model === answer.model ? null : answer.requested_model
  const facts: [string, ReactNode][] = [
    ['Engine', engineName(answer.engine)],
    ['Asked through', surfaces[answer.surface]],
    ['Model', answer.model],
    ['Model asked for', asked],
    ['Market', marketName(answer.country)],
    ['Place', answer.location],
    ['Language', answer.language],
    ['Searched the web', searches[answer.search]],
    ['Took', answer.latency_ms === null ? null : seconds(answer.latency_ms)],
    ['Cost', costOf(answer.cost_usd)],
    ['Source', answer.source],
    ['Asking', answer.replicate === null ? null : `no. ${count(answer.replicate)}`],
  ]
  return (
    <Panel title="Facts">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="text-right [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
