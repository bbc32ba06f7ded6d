import { type ResponseOf, usePages } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { count, countOf, percent } from '../../format/numbers.ts'
import { BrandLink, useBrand } from '../../frame/brand.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { Empty } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { Ago } from '../../ui/time.tsx'
import { useView, Views } from '../../ui/views.tsx'
import words from './words.json' with { type: 'json' }

type ShownList = ResponseOf<'list-competitor-suggestions'>
type Suggestion = ShownList['data'][number]
const { states, empties } = words

/** The number of open suggestions, if one page holds them all. */
export function useSuggestionCount(): number | undefined {
  const { data, hasNextPage } = usePages('list-competitor-suggestions', { state: ['open'] })
  return hasNextPage ? undefined : data?.pages[0]?.data.length
}

/** Brands that answers mention but that are not configured. The URL holds the state filter. */
export function UnknownBrands() {
  const { brand } = useBrand()
  const state = useView('state', states)
  return (
    <ReadPanel
      read="list-competitor-suggestions"
      input={{ state: [state] }}
      about={(meta) => aboutOf(meta, brand?.name ?? 'your brand')}
      views={<Views label="State" name="state" views={states} />}
      empty={<Empty title="No suggestions">{empties[state]}</Empty>}
    >
      {(rows) => (
        <RowList label="Suggested competitors" rows={rows}>
          {(row) => <Row key={row.id} suggestion={row} />}
        </RowList>
      )}
    </ReadPanel>
  )
}

function aboutOf(meta: ShownList['meta'], brand: string): string {
  if (meta.looked_at === null) return 'not searched yet'
  const newest = meta.executions < meta.executions_of_period ? 'the latest ' : ''
  const own =
    meta.brand_visibility_pct === null ? '' : `; ${brand} is mentioned in ${percent(meta.brand_visibility_pct)}`
  return `in ${newest}${count(meta.executions)} answers of the last 90 days${own}`
}

function Row({ suggestion }: { suggestion: Suggestion }) {
  const { id, name, state, answers, visibility_pct, with_brand_pct, engines, quotes, judgement } = suggestion
  const facts = [
    `mentioned in ${percent(visibility_pct)}, ${countOf(answers, 'answer')}`,
    `${percent(with_brand_pct)} of them also mention you`,
    engines.map(engineName).join(', '),
    ...(judgement === 'other' ? ['probably not a brand, according to a language model'] : []),
  ]
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <bdi className="block font-medium">{name}</bdi>
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
        <p className="text-sm text-muted">
          first seen <Ago at={suggestion.first_seen_at} />, last <Ago at={suggestion.last_seen_at} />
        </p>
        <Quotes quotes={quotes} />
      </div>
      {state !== 'accepted' && (
        <div className="flex gap-2">
          <ActionButton
            label="Track"
            of={name}
            operation="update-competitor-suggestion"
            input={{ suggestion_id: id, state: 'accepted' }}
          />
          {state === 'open' && (
            <ActionButton
              label="Dismiss"
              kind="quiet"
              of={name}
              operation="update-competitor-suggestion"
              input={{ suggestion_id: id, state: 'dismissed' }}
            />
          )}
        </div>
      )}
    </li>
  )
}

/** Quotes from answers, each linked to the answer. */
function Quotes({ quotes }: { quotes: Suggestion['quotes'] }) {
  if (quotes.length === 0) return null
  return (
    <ul className="mt-2 space-y-1 border-l-2 border-line pl-3">
      {quotes.map(({ execution_id, engine, text }) => (
        <li key={execution_id} className="text-sm">
          <q>
            <bdi>{text}</bdi>
          </q>{' '}
          <BrandLink to={`answers/${execution_id}`} className="whitespace-nowrap text-accent underline">
            {engineName(engine)}
          </BrandLink>
        </li>
      ))}
    </ul>
  )
}
