import { Menu } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { read, readAll } from '../api/queries.ts'
import { engineName, marketName } from '../copy/engines.ts'
import { dayRange, isDay, today } from '../format/days.ts'
import { daysOf, type Period, periods } from '../search/filters.ts'
import { Button } from '../ui/button.tsx'
import { inputClass } from '../ui/field.tsx'
import { InvalidParameterMessage } from '../ui/invalid-parameter.tsx'
import { useBrand, useFilters } from './use-brand.ts'

const chip =
  'inline-flex items-center gap-1.5 rounded-full border border-line-strong bg-panel px-3 py-1 text-sm hover:bg-sunken data-popup-open:bg-sunken'
const popup = 'z-50 rounded-lg border border-line-strong bg-panel p-1.5 shadow-lg outline-none'

type ListKey = 'engine' | 'country' | 'topic' | 'tag'

interface FilterBarProps {
  /** Filters that apply to the page. */
  takes?: readonly ListKey[]
  comparison?: boolean
}

/** The filters of a page, stored in the URL. */
export function FilterBar({
  takes = ['engine', 'country', 'topic', 'tag'],
  comparison = true,
}: FilterBarProps) {
  const { workspaceId, brandId } = useBrand()
  const { filters, input, wrong, set } = useFilters()
  const { start_date, end_date } = input
  const engines = useQuery(readAll(workspaceId, 'list-engines', { brand_id: brandId }))
  const topics = useQuery({
    ...readAll(workspaceId, 'list-topics', { brand_id: brandId }),
    enabled: takes.includes('topic'),
  })
  const tags = useQuery({
    ...read(workspaceId, 'list-tags', { brand_id: brandId }),
    enabled: takes.includes('tag'),
  })
  const markets = useQuery({
    ...readAll(workspaceId, 'list-visibility-segments', {
      ...{ brand_id: brandId, dimension: 'market', start_date, end_date },
    }),
    enabled: takes.includes('country'),
  })
  const choices: Record<ListKey, { name: string; options: { value: string; name: string }[] }> = {
    engine: {
      name: 'Engine',
      options: engines.data?.data.map(({ engine }) => ({ value: engine, name: engineName(engine) })) ?? [],
    },
    country: {
      name: 'Market',
      options: markets.data?.data.map(({ segment }) => ({ value: segment, name: marketName(segment) })) ?? [],
    },
    topic: { name: 'Topic', options: topics.data?.data.map(({ id, name }) => ({ value: id, name })) ?? [] },
    tag: { name: 'Tag', options: tags.data?.data.map(({ id, name }) => ({ value: id, name })) ?? [] },
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <PeriodChoice />
      {end_date >= today(new Date()) && (
        <span className="text-sm text-warn">Includes today, a partial day</span>
      )}
      {takes.map((key) => (
        <ListChoice
          key={key}
          name={choices[key].name}
          options={choices[key].options}
          chosen={filters[key]}
          onChange={(values) => set({ [key]: values })}
        />
      ))}
      {comparison && (
        <label className="ml-1 inline-flex items-center gap-2 text-sm text-muted">
          <input
            type="checkbox"
            className="accent-[var(--accent)]"
            checked={filters.compare}
            onChange={(event) => set({ compare: event.target.checked })}
          />
          Show changes
        </label>
      )}
      {wrong.map(({ key, value }) => (
        <InvalidParameterMessage key={key} name={key} value={value} />
      ))}
    </div>
  )
}

const periodNames: Record<Period, string> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}

function PeriodChoice() {
  const { filters, set } = useFilters()
  const now = new Date()
  const { start_date, end_date } = daysOf(filters.period, now)
  const [draft, setDraft] = useState({ from: start_date, to: end_date })
  const [isOpen, setOpen] = useState(false)
  const isWrong = !isDay(draft.from) || !isDay(draft.to) || draft.to < draft.from
  const choose = (event: FormEvent) => {
    event.preventDefault()
    if (isWrong) return
    set({ period: draft })
    setOpen(false)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={chip}>
        {typeof filters.period === 'string' && `${periodNames[filters.period]}: `}
        {dayRange(start_date, end_date)}
        <span aria-hidden="true" className="text-muted">
          ▾
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={6} className="z-50">
          <Popover.Popup className={`${popup} w-72`}>
            <Popover.Title className="sr-only">Date range</Popover.Title>
            {(Object.keys(periods) as Period[]).map((period) => (
              <button
                key={period}
                type="button"
                aria-pressed={filters.period === period}
                className="block w-full rounded-md px-3 py-1.5 text-left hover:bg-accent-soft aria-pressed:font-semibold"
                onClick={() => {
                  set({ period })
                  setOpen(false)
                }}
              >
                {periodNames[period]}
              </button>
            ))}
            <p className="px-3 text-xs text-muted">All end yesterday, because today is a partial day.</p>
            <form className="mt-2 space-y-2 border-t border-line px-3 pt-3 pb-2" onSubmit={choose}>
              <div className="grid grid-cols-2 gap-2">
                <label className="text-sm">
                  From
                  <input
                    type="date"
                    className={inputClass}
                    max={today(now)}
                    value={draft.from}
                    onChange={(event) => setDraft({ ...draft, from: event.target.value })}
                  />
                </label>
                <label className="text-sm">
                  To
                  <input
                    type="date"
                    className={inputClass}
                    max={today(now)}
                    value={draft.to}
                    onChange={(event) => setDraft({ ...draft, to: event.target.value })}
                  />
                </label>
              </div>
              <div className="flex items-center justify-between">
                <span className="text-xs text-muted">UTC days, inclusive</span>
                <Button type="submit" kind="main" disabled={isWrong}>
                  Apply
                </Button>
              </div>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface ListChoiceProps {
  name: string
  options: readonly { value: string; name: string }[]
  chosen: readonly string[]
  onChange: (values: string[]) => void
}

function ListChoice({ name, options, chosen, onChange }: ListChoiceProps) {
  if (options.length === 0 && chosen.length === 0) return null
  const known = options.filter(({ value }) => chosen.includes(value)).map((option) => option.name)
  const text =
    chosen.length === 0 ? name : chosen.length === 1 ? (known[0] ?? chosen[0]) : `${name}: ${chosen.length}`
  return (
    <Menu.Root>
      <Menu.Trigger className={`${chip} ${chosen.length > 0 ? 'border-accent text-accent' : ''}`}>
        <span className="max-w-40 truncate">{text}</span>
        <span aria-hidden="true" className="text-muted">
          ▾
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={6} className="z-50">
          <Menu.Popup className={`${popup} max-h-80 w-60 overflow-y-auto`}>
            {options.map((option) => (
              <Menu.CheckboxItem
                key={option.value}
                checked={chosen.includes(option.value)}
                closeOnClick={false}
                className="flex rounded-md px-3 py-1.5 outline-none data-highlighted:bg-accent-soft"
                onCheckedChange={(isOn) =>
                  onChange(
                    isOn ? [...chosen, option.value] : chosen.filter((value) => value !== option.value),
                  )
                }
              >
                <span aria-hidden="true" className="w-6 text-accent">
                  {chosen.includes(option.value) ? '✓' : ''}
                </span>
                {option.name}
              </Menu.CheckboxItem>
            ))}
            {chosen.length > 0 && (
              <>
                <Menu.Separator className="my-1.5 border-t border-line" />
                <Menu.Item
                  className="rounded-md px-3 py-1.5 outline-none data-highlighted:bg-accent-soft"
                  onClick={() => onChange([])}
                >
                  All
                </Menu.Item>
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
