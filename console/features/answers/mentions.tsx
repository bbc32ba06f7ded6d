import { useState } from 'react'
import { type Input, useRead } from '../../api/hooks.ts'
import { count, percent, score } from '../../format/numbers.ts'
import { useColors } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { ActionSelect } from '../../ui/action-select.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Swatch } from '../../ui/tiles.tsx'
import type { Answer } from './answer-text.tsx'
import texts from './verdicts.json' with { type: 'json' }

export function Mentions({ answer }: { answer: Answer }) {
  const color = useColors()
  const mayCheck = usePermission()('check-mention')
  const [isChecking, setChecking] = useState(false)
  const checks = useRead('get-reading-precision').data?.data.mentions
  // Mentions follow their checks after a moment.
  const version = useRead(
    'get-execution',
    { execution_id: answer.id },
    { refetchInterval: ({ state }) => state.data?.data.checks_pending === true && 1000 },
  ).data?.version
  const removed = answer.checks.filter(
    (check) => !answer.mentions.some(({ entity_id }) => entity_id === check.entity_id),
  )
  const actions = mayCheck && answer.mentions.length + removed.length > 0 && (
    <Button
      label={isChecking ? 'Done' : 'Check'}
      kind="quiet"
      aria-expanded={isChecking}
      onClick={() => setChecking(!isChecking)}
    />
  )
  return (
    <Panel
      title="Mentions"
      about={answer.brand_mentioned ? undefined : 'your brand is not mentioned'}
      actions={actions}
      footnote={
        checks?.checked ? (
          <span
            title={`95% interval: ${percent(checks.low)} to ${percent(checks.high)}. Checked answers are not a random sample.`}
          >
            {count(checks.right)} of {count(checks.checked)} checked mentions were right.
          </span>
        ) : undefined
      }
    >
      {answer.mentions.length === 0 && <p className="text-sm text-muted">No tracked brands.</p>}
      <ol>
        {answer.mentions.map((mention) => (
          <li key={mention.entity_id}>
            <div className="flex min-h-7 items-center gap-2">
              <span className="w-4 flex-none text-muted tabular-nums">{mention.rank}</span>
              <Swatch color={color(mention.entity_id)} />
              <bdi className={`min-w-0 flex-1 truncate ${mention.is_our_brand ? 'font-semibold' : ''}`}>
                {mention.name}
              </bdi>
              <span className="max-w-36 text-right text-sm text-muted">
                {count(mention.count)}×
                {mention.sentiment_score !== null && ` · Sentiment ${score(mention.sentiment_score)}`}
                {mention.stance === 'recommended' && ' · Recommended'}
                {mention.stance === 'warned_against' && ' · Warned against'}
              </span>
            </div>
            {isChecking && <Check {...mention} {...{ answer, version }} />}
          </li>
        ))}
        {removed.map((check) => (
          <li key={check.entity_id} className="text-sm text-muted">
            <span className="line-through">{check.name}</span>{' '}
            {check.mention === 'wrong' ? 'marked as not this brand' : 'no longer found'}
            {isChecking && <Check {...check} {...{ answer, version }} />}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

type Verdict = Pick<Input<'check-mention'>, 'mention' | 'sentiment'> & { name: string }
const verdicts = texts as Readonly<Record<keyof typeof texts, Verdict>>

interface CheckProps {
  answer: Answer
  version: string | undefined
  entity_id: string
  name: string
}

function Check({ answer, version, entity_id, name }: CheckProps) {
  const check = answer.checks.find((one) => one.entity_id === entity_id)
  const verdict = check?.mention === 'wrong' ? 'wrong' : (check?.sentiment ?? check?.mention ?? 'none')
  return (
    <div className="py-1 text-sm">
      <ActionSelect
        label={`Check of ${name}`}
        operation="check-mention"
        version={version}
        options={Object.entries(verdicts).map(([value, one]) => ({ value, name: one.name }))}
        value={verdict}
        input={(chosen) => {
          const { mention, sentiment } = verdicts[chosen]
          return { execution_id: answer.id, entity_id, mention, sentiment }
        }}
      />
    </div>
  )
}
