import { Menu } from '@base-ui/react/menu'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type RefObject, useState } from 'react'
import { menuItemClass, popupClass } from '../ui/menu.ts'

interface ChartToolsProps {
  title: string
  /** Chart values as CSV. */
  csv: () => string
  figure: RefObject<HTMLElement | null>
  isTable: boolean
  onTable: (isTable: boolean) => void
  menu: readonly ChartMenuItem[]
}

/** An entry of a chart’s menu next to table, CSV and PNG. */
export interface ChartMenuItem {
  name: string
  onClick: () => void
}

/** The chart menu: show as table, copy as CSV, save as PNG. */
export function ChartTools({ title, csv, figure, isTable, onTable, menu }: ChartToolsProps) {
  const [message, setMessage] = useState('')
  const copy = async () => {
    await navigator.clipboard.writeText(csv())
    setMessage('Copied as CSV')
  }
  const save = async () => {
    const svg = figure.current?.querySelector('svg')
    if (svg) await (await import('./draw-png.ts')).drawPng(svg, title)
  }
  return (
    <div className="flex items-center justify-end gap-3 text-sm">
      <span role="status" className="text-muted">
        {message}
      </span>
      <Menu.Root>
        <Menu.Trigger
          aria-label={`Chart actions: ${title}`}
          className="grid size-[26px] place-items-center rounded-md text-muted hover:bg-sunken max-md:size-8"
        >
          <Ellipsis aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-50">
            <Menu.Popup className={`w-48 ${popupClass}`}>
              {menu.map(({ name, onClick }) => (
                <Menu.Item key={name} className={menuItemClass} onClick={onClick}>
                  {name}
                </Menu.Item>
              ))}
              <Menu.Item className={menuItemClass} onClick={() => onTable(!isTable)}>
                {isTable ? 'Show chart' : 'Show table'}
              </Menu.Item>
              <Menu.Item className={menuItemClass} onClick={() => void copy()}>
                Copy as CSV
              </Menu.Item>
              {!isTable && (
                <Menu.Item className={menuItemClass} onClick={() => void save()}>
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
