import { type RowOf, useRead, useWrite } from '../../api/hooks.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { count } from '../../format/numbers.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { LoadedPanel } from '../../ui/panel.tsx'
import { useSelection } from './use-selection.ts'

type Suggestion = RowOf<'list-prompt-suggestions'>

/** Suggested prompts, each with a reason. Add one or several at a time. */
export function Suggestions() {
  const mayEdit = usePermission()('create-prompt')
  const { chosen, choose } = useSelection()
  const query = useRead('list-prompt-suggestions')
  const create = useWrite('create-prompt')
  const all = query.data?.data ?? []
  const selected = all.filter(({ text }) => chosen.has(text))
  const add = async (suggestions: readonly Suggestion[]) => {
    for (const { text, topic, countries } of suggestions) {
      await create.mutateAsync({ text, countries, topic_id: topic?.id })
      // Keep a rejected suggestion and the ones after it selected.
      choose(text, false)
    }
  }
  return (
    <LoadedPanel
      query={query}
      lines={10}
      problem={create.error}
      title="Suggested"
      about="from search queries, answers and the profile"
      actions={
        selected.length > 0 && (
          <Button
            label={`Add ${count(selected.length)} selected`}
            kind="main"
            disabled={create.isPending}
            onClick={() => void add(selected).catch(() => {})}
          />
        )
      }
    >
      {({ data, meta }) =>
        data.length === 0 ? (
          <p className="text-sm text-muted">No suggestions yet. They come from answers, competitors and products.</p>
        ) : (
          <>
            <RowList rows={data} most={20}>
              {(suggestion) => (
                <li key={suggestion.text} className="flex items-start gap-3 py-3">
                  {mayEdit && (
                    <Checkbox
                      name={`Select: ${suggestion.text}`}
                      isOn={chosen.has(suggestion.text)}
                      onChange={(isOn) => choose(suggestion.text, isOn)}
                    />
                  )}
                  <div className="min-w-0 flex-1 text-sm text-muted wrap-anywhere">
                    <bdi className="block text-base font-medium text-ink">{suggestion.text}</bdi>
                    <bdi className="block">{suggestion.reason}</bdi>
                    <bdi>{placeOf(suggestion)}</bdi>
                  </div>
                  {mayEdit && (
                    <Button
                      label="Add"
                      aria-label={`Add: ${suggestion.text}`}
                      disabled={create.isPending}
                      onClick={() => void add([suggestion]).catch(() => {})}
                    />
                  )}
                </li>
              )}
            </RowList>
            {meta.model_problem !== null && (
              <p className="py-2 text-sm text-muted">
                The language model returned nothing new: <bdi>{meta.model_problem}</bdi>.
              </p>
            )}
          </>
        )
      }
    </LoadedPanel>
  )
}

/** Topic, markets and engines. With many engines, the reason already states their number. */
const placeOf = ({ topic, countries, evidence: { engines } }: Suggestion) =>
  [topic?.name ?? [], countries.map(marketName), engines.length > 2 ? [] : engines.map(engineName)].flat().join(' · ')
