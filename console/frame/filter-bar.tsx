import { Menu } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import Calendar from 'lucide-react/icons/calendar'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useRead, useReadAll } from '../api/hooks.ts'
import { engineName, marketName } from '../copy/engines.ts'
import { dayRange, daysBetween, isDay, today } from '../format/days.ts'
import { countOf } from '../format/numbers.ts'
import { daysOf, type Period, periods } from '../search/filters.ts'
import { Button } from '../ui/button.tsx'
import { Field, rowOptions } from '../ui/field.tsx'
import { InvalidParameterMessage } from '../ui/invalid-parameter.tsx'
import { MenuCheck, MenuPopup, popupClass } from '../ui/menu.tsx'
import { useFilters } from './brand.tsx'

const chip =
  'inline-flex h-7 flex-none items-center gap-[5px] rounded-md border px-[9px] font-medium whitespace-nowrap hover:bg-hover data-popup-open:bg-hover max-md:h-[34px]'
const solid = `${chip} border-line-strong bg-panel`
const dashed = `${chip} border-dashed border-line-strong text-muted`
const chevron = <ChevronDown aria-hidden="true" className="size-3.5! text-muted" />

type ListKey = 'engine' | 'country' | 'topic' | 'tag'

interface FilterBarProps {
  takes?: readonly ListKey[]
  comparison?: boolean
}

/** Date range, comparison and filters of a page, stored in the URL. Stays at the top while the page scrolls. */
export function FilterBar({ takes = ['engine', 'country', 'topic', 'tag'], comparison = true }: FilterBarProps) {
  const { filters, input, wrong, set } = useFilters()
  const [opened, setOpened] = useState<readonly ListKey[]>([])
  const isNeeded = (key: ListKey) => opened.includes(key) || filters[key].length > 0
  const choices = useChoices(isNeeded)
  return (
    <div className="sticky top-0 z-10 mb-1 bg-canvas/95 pt-1.5 pb-2.5 backdrop-blur-sm max-md:top-13 max-md:-mx-3.5">
      <fieldset
        aria-label="Filters"
        className="flex min-w-0 items-center gap-1.5 [scrollbar-width:none] max-md:overflow-x-auto max-md:px-3.5 md:flex-wrap"
      >
        <PeriodChoice />
        {comparison && <ComparisonChoice />}
        {takes.length > 0 && <span className="mx-1 h-4.5 w-px flex-none bg-line-strong max-md:hidden" />}
        {takes.map((key) => (
          <ListChoice
            key={key}
            {...choices[key]}
            chosen={filters[key]}
            onOpen={() => setOpened([...opened, key])}
            onChange={(values) => set({ [key]: values })}
          />
        ))}
        {takes.length > 0 && <Counted />}
      </fieldset>
      {input.end_date >= today(new Date()) && (
        <p className="pt-1.5 text-sm text-warn max-md:px-3.5">Includes today, a partial day</p>
      )}
      {wrong.map(({ key, value }) => (
        <InvalidParameterMessage key={key} name={key} value={value} />
      ))}
    </div>
  )
}

/** The values of each filter. Reads those that are needed: of open menus, and the names of set filters. */
function useChoices(isNeeded: (key: ListKey) => boolean): Record<ListKey, Pick<ListChoiceProps, 'name' | 'options'>> {
  const { start_date, end_date } = useFilters().input
  const engines = useReadAll('list-engines', {}, { enabled: isNeeded('engine') })
  const topics = useReadAll('list-topics', {}, { enabled: isNeeded('topic') })
  const tags = useRead('list-tags', {}, { enabled: isNeeded('tag') })
  const markets = useReadAll(
    'list-visibility-segments',
    { dimension: 'market', start_date, end_date },
    { enabled: isNeeded('country') },
  )
  return {
    engine: {
      name: 'Engine',
      options: engines.data?.data.map(({ engine }) => ({ value: engine, name: engineName(engine) })) ?? [],
    },
    country: {
      name: 'Market',
      options: markets.data?.data.map(({ segment }) => ({ value: segment, name: marketName(segment) })) ?? [],
    },
    topic: { name: 'Topic', options: rowOptions(topics.data?.data) },
    tag: { name: 'Tag', options: rowOptions(tags.data?.data) },
  }
}

function Counted() {
  const { input } = useFilters()
  const { data } = useReadAll('list-visibility-intervals', input)
  if (data === undefined) return null
  const { answers, prompts } = data.meta
  return (
    <span className="ml-auto pl-2 text-sm whitespace-nowrap text-muted max-xl:hidden">
      {countOf(answers, 'answer')} · {countOf(prompts, 'prompt')}
    </span>
  )
}

function ComparisonChoice() {
  const { filters, input, set } = useFilters()
  const days = daysBetween(input.start_date, input.end_date)
  const previous = `previous ${days === 1 ? 'day' : `${days} days`}`
  return (
    <MenuPopup
      sideOffset={6}
      className="w-56"
      trigger={
        <Menu.Trigger className={solid}>
          {filters.compare ? (
            <span>
              <span className="font-normal text-muted">vs</span> {previous}
            </span>
          ) : (
            'No comparison'
          )}
          {chevron}
        </Menu.Trigger>
      }
    >
      <MenuCheck name={`Compare with ${previous}`} isOn={filters.compare} onChange={(compare) => set({ compare })} />
    </MenuPopup>
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
      <Popover.Trigger className={solid}>
        <Calendar aria-hidden="true" className="size-3.5! text-muted" />
        {typeof filters.period === 'string' && periodNames[filters.period]}
        <span className={typeof filters.period === 'string' ? 'font-normal text-muted max-lg:sr-only' : ''}>
          {dayRange(start_date, end_date)}
        </span>
        {chevron}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={6} className="z-50">
          <Popover.Popup className={`${popupClass} w-72`}>
            <Popover.Title className="sr-only">Date range</Popover.Title>
            {(Object.keys(periods) as Period[]).map((period) => (
              <button
                key={period}
                type="button"
                aria-pressed={filters.period === period}
                className="block w-full rounded-md px-2.5 py-1.5 text-left hover:bg-hover aria-pressed:font-semibold"
                onClick={() => {
                  set({ period })
                  setOpen(false)
                }}
              >
                {periodNames[period]}
              </button>
            ))}
            <p className="px-2.5 text-xs text-muted">All end yesterday, because today is a partial day.</p>
            <form className="mt-2 space-y-2 border-t border-line px-2.5 pt-3 pb-2" onSubmit={choose}>
              <div className="grid grid-cols-2 gap-2">
                {(['from', 'to'] as const).map((end) => (
                  <Field
                    key={end}
                    label={end === 'from' ? 'From' : 'To'}
                    type="date"
                    max={today(now)}
                    value={draft[end]}
                    onChange={(event) => setDraft({ ...draft, [end]: event.target.value })}
                  />
                ))}
              </div>
              <div className="flex items-center justify-between">
                <span className="text-xs text-muted">UTC days, inclusive</span>
                <Button label="Apply" type="submit" kind="main" disabled={isWrong} />
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
  onOpen: () => void
  onChange: (values: string[]) => void
}

function ListChoice({ name, options, chosen, onOpen, onChange }: ListChoiceProps) {
  const known = options.filter(({ value }) => chosen.includes(value)).map((option) => option.name)
  const isSet = chosen.length > 0
  const toggle = (value: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))
  const content: ReactNode = isSet ? (
    <>
      <span className="font-normal text-muted">{name}</span>
      <span className="max-w-40 truncate">{chosen.length === 1 ? (known[0] ?? chosen[0]) : chosen.length}</span>
    </>
  ) : (
    <>
      <Plus aria-hidden="true" className="size-3.5!" />
      {name}
    </>
  )
  return (
    <span className="inline-flex flex-none">
      <MenuPopup
        onOpenChange={(isOpen) => isOpen && onOpen()}
        sideOffset={6}
        className="max-h-80 w-60 overflow-y-auto"
        trigger={
          <Menu.Trigger className={isSet ? `${solid} rounded-r-none border-r-0 pr-1.5` : dashed}>
            {content}
          </Menu.Trigger>
        }
      >
        {options.length === 0 && <p className="px-2.5 py-1.5 text-muted">No values yet</p>}
        {options.map((option) => (
          <MenuCheck
            key={option.value}
            name={option.name}
            isOn={chosen.includes(option.value)}
            onChange={(isOn) => toggle(option.value, isOn)}
          />
        ))}
      </MenuPopup>
      {isSet && (
        <button
          type="button"
          aria-label={`Clear ${name.toLowerCase()}`}
          className={`${solid} rounded-l-none border-l-0 px-1.5 text-muted`}
          onClick={() => onChange([])}
        >
          <X aria-hidden="true" className="size-3.5!" />
        </button>
      )}
    </span>
  )
}
