import { Menu } from '@base-ui/react/menu'
import { type RefObject, useState } from 'react'
import { drawPng } from './draw-png.ts'

interface ChartToolsProps {
  title: string
  /** Chart values as CSV. */
  csv: () => string
  figure: RefObject<HTMLElement | null>
  isTable: boolean
  onTable: (isTable: boolean) => void
}

const itemClass =
  'block w-full rounded-md px-3 py-1.5 text-left text-sm outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent'

/** The chart menu: show as table, copy as CSV, save as PNG. */
export function ChartTools({ title, csv, figure, isTable, onTable }: ChartToolsProps) {
  const [message, setMessage] = useState('')
  const copy = async () => {
    await navigator.clipboard.writeText(csv())
    setMessage('Copied as CSV')
  }
  const save = async () => {
    const svg = figure.current?.querySelector('svg')
    if (svg) await drawPng(svg, title)
  }
  return (
    <div className="flex items-center justify-end gap-3 text-sm">
      <span role="status" className="text-muted">
        {message}
      </span>
      <Menu.Root>
        <Menu.Trigger
          aria-label={`Chart actions: ${title}`}
          className="rounded-md px-2 py-0.5 text-muted hover:bg-sunken"
        >
          •••
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-50">
            <Menu.Popup className="w-48 rounded-lg border border-line-strong bg-panel p-1.5 shadow-lg">
              <Menu.Item className={itemClass} onClick={() => onTable(!isTable)}>
                {isTable ? 'Show chart' : 'Show table'}
              </Menu.Item>
              <Menu.Item className={itemClass} onClick={() => void copy()}>
                Copy as CSV
              </Menu.Item>
              {!isTable && (
                <Menu.Item className={itemClass} onClick={() => void save()}>
                  Save as PNG
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  )
}
