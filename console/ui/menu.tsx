import { Menu as Base } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import type { ComponentProps, ReactNode } from 'react'

/** Classes of everything that floats: menus, popovers and selects. */
export const popupClass = 'rounded-[8px] bg-panel p-1.5 shadow-lg outline-none'

export const menuItemClass =
  'flex w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left outline-none data-highlighted:bg-hover'

interface MenuProps extends Pick<ComponentProps<typeof Base.Positioner>, 'side' | 'align' | 'sideOffset'> {
  /** The button that opens the menu, as `Menu.Trigger`. */
  trigger: ReactNode
  /** The width of the menu, and its height if it scrolls. */
  className: string
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}

export const MenuPopup = ({ trigger, className, onOpenChange, children, ...place }: MenuProps) => (
  <Base.Root {...(onOpenChange && { onOpenChange })}>
    {trigger}
    <Base.Portal>
      <Base.Positioner className="z-50" align="start" sideOffset={4} {...place}>
        <Base.Popup className={`${className} ${popupClass}`}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

export const MenuMark = ({ isOn }: { isOn: boolean }) => (
  <span aria-hidden="true" className="w-4 text-accent">
    {isOn && <Check />}
  </span>
)

interface MenuCheckProps {
  name: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** An entry to turn on and off. The menu stays open. */
export const MenuCheck = ({ name, isOn, onChange }: MenuCheckProps) => (
  <Base.CheckboxItem checked={isOn} closeOnClick={false} className={menuItemClass} onCheckedChange={onChange}>
    <MenuMark isOn={isOn} />
    {name}
  </Base.CheckboxItem>
)

/** An entry that does something, or a link with `render`. */
export const MenuItem = (props: ComponentProps<typeof Base.Item>) => <Base.Item className={menuItemClass} {...props} />

export const MenuLine = () => <Base.Separator className="my-1.5 border-t border-line" />
