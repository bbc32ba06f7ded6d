import { Menu } from '@base-ui/react/menu'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { MenuItem, MenuPopup } from '../ui/menu.tsx'
import type { Frame } from './scale.ts'

/** Distance between a reading box and its value, in pixels. */
const gap = 14

/**
 * The left edge of a reading box: next to the value if there is room, otherwise as close as the chart allows.
 * @param x position of the value
 * @param width chart width
 * @param size box width, at most the chart width
 */
export function readingPlace(x: number, width: number, size: number): number {
  const left = x > width / 2 ? x - gap - size : x + gap
  return Math.max(0, Math.min(left, width - size))
}

interface ChartFigureProps {
  /** Description for screen readers. */
  title: string
  csv: () => string
  table: ReactNode
  /** Shown above the drawing and its table. */
  legend: ReactNode
  menu?: readonly ChartMenuItem[]
  /** @param width available width in pixels */
  children: (width: number) => ReactNode
}

/** A chart with its title and menu, as a drawing or a table. */
export function ChartFigure({ title, csv, table, legend, menu, children }: ChartFigureProps) {
  const [element, width] = useWidth()
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure ref={element} className="relative" aria-labelledby={id}>
      <figcaption id={id} className="sr-only">
        {title}
      </figcaption>
      <div className="mb-2 flex items-center justify-between gap-3">
        {legend}
        <ChartTools {...{ title, csv, isTable, ...(menu && { menu }) }} figure={element} onTable={setTable} />
      </div>
      {isTable ? table : width > 0 && children(width)}
    </figure>
  )
}

interface ReadDrawingProps {
  title: string
  width: number
  height: number
  /** The items that arrow keys move between: days or points. */
  what: string
  length: number
  at: number | undefined
  onRead: (at: number | undefined) => void
  /** Index of the item nearest to a position. */
  nearest: (x: number, y: number) => number
  children: ReactNode
}

/** A drawing whose values can be read with the pointer and arrow keys. */
export function ReadDrawing(props: ReadDrawingProps) {
  const { title, width, height, what, length, at, onRead, nearest, children } = props
  const onKeyDown = (event: KeyboardEvent) => {
    const places: Record<string, number> = {
      ArrowLeft: (at ?? length) - 1,
      ArrowRight: (at ?? -1) + 1,
      Home: 0,
      End: length - 1,
    }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    onRead(Math.min(length - 1, Math.max(0, place)))
  }
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={`${title}. Use left and right arrow keys to read the ${what}.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its values must be readable by keyboard
      tabIndex={0}
      className="block overflow-visible rounded"
      onKeyDown={onKeyDown}
      onBlur={() => onRead(undefined)}
      onPointerLeave={() => onRead(undefined)}
      onPointerMove={({ currentTarget, clientX, clientY }) => {
        const { left, top } = currentTarget.getBoundingClientRect()
        onRead(nearest(clientX - left, clientY - top))
      }}
    >
      {children}
    </svg>
  )
}

interface LegendProps {
  lines: readonly { id: string; name: string; color: string; isOwn?: boolean; isDashed?: boolean }[]
}

/** The lines of a chart by name. */
export const Legend = ({ lines }: LegendProps) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
    {lines.map(({ id, name, color, isOwn, isDashed }) => (
      <li key={id} className={isOwn ? 'font-semibold' : ''}>
        <span
          aria-hidden="true"
          className={`mr-1.5 inline-block w-4 border-t-2 align-middle ${isDashed ? 'border-dashed' : ''}`}
          style={{ borderColor: color }}
        />
        {name}
      </li>
    ))}
  </ul>
)

interface ValueTicksProps {
  ticks: readonly number[]
  y: (value: number) => number
  frame: Frame
  format: (value: number) => string
}

/** Grid lines at round values, with labels. */
export const ValueTicks = ({ ticks, y, frame, format }: ValueTicksProps) =>
  ticks.map((tick) => (
    <g key={tick}>
      <line x1={frame.left} x2={frame.width - frame.right} y1={y(tick)} y2={y(tick)} stroke="var(--grid)" />
      <text x={frame.left - 8} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted text-xs">
        {format(tick)}
      </text>
    </g>
  ))

/** Width of the reading box in pixels, limited by the chart. */
const readingWidth = 232

interface ReadingBoxProps {
  x: number
  width: number
  /** Omit if nothing is selected. */
  children: ReactNode
}

/** The selected values inside a chart, announced to screen readers. */
export function ReadingBox({ x, width, children }: ReadingBoxProps) {
  if (children === undefined || children === false) return <div aria-live="polite" className="sr-only" />
  const size = Math.min(readingWidth, width)
  return (
    <div
      aria-live="polite"
      className="pointer-events-none absolute top-2 z-10 rounded-[8px] bg-panel px-3 py-2 text-sm shadow-lg"
      style={{ width: size, left: readingPlace(x, width, size) }}
    >
      {children}
    </div>
  )
}

function useWidth(): [RefObject<HTMLElement | null>, number] {
  const element = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}

/** An entry of a chart’s menu next to table, CSV and PNG. */
export interface ChartMenuItem {
  name: string
  onClick: () => void
}

interface ChartToolsProps extends Pick<ChartFigureProps, 'title' | 'csv' | 'menu'> {
  figure: RefObject<HTMLElement | null>
  isTable: boolean
  onTable: (isTable: boolean) => void
}

function ChartTools({ title, csv, figure, isTable, onTable, menu = [] }: ChartToolsProps) {
  const [message, setMessage] = useState('')
  const copy = async () => {
    await navigator.clipboard.writeText(csv())
    setMessage('Copied as CSV')
  }
  const save = async () => {
    const svg = figure.current?.querySelector('svg')
    if (svg) await (await import('./draw-png.ts')).drawPng(svg, title)
  }
  const entries: readonly ChartMenuItem[] = [
    ...menu,
    { name: isTable ? 'Show chart' : 'Show table', onClick: () => onTable(!isTable) },
    { name: 'Copy as CSV', onClick: () => void copy() },
    ...(isTable ? [] : [{ name: 'Save as PNG', onClick: () => void save() }]),
  ]
  return (
    <div className="flex items-center justify-end gap-3 text-sm">
      <span role="status" className="text-muted">
        {message}
      </span>
      <MenuPopup
        align="end"
        className="w-48"
        trigger={
          <Menu.Trigger
            aria-label={`Chart actions: ${title}`}
            className="grid size-[26px] place-items-center rounded-md text-muted hover:bg-sunken max-md:size-8"
          >
            <Ellipsis aria-hidden="true" />
          </Menu.Trigger>
        }
      >
        {entries.map(({ name, onClick }) => (
          <MenuItem key={name} onClick={onClick}>
            {name}
          </MenuItem>
        ))}
      </MenuPopup>
    </div>
  )
}
