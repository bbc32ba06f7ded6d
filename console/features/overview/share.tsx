import { Menu } from '@base-ui/react/menu'
import ShareIcon from 'lucide-react/icons/share'
import { useState } from 'react'
import { BrandLink } from '../../frame/brand-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { menuItemClass, popupClass } from '../../ui/menu.ts'

/** Ways to show this page to others. */
export function Share() {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(window.location.href)
    setCopied(true)
  }
  return (
    <>
      <span role="status" className="text-sm text-muted">
        {isCopied && 'Link copied'}
      </span>
      <Menu.Root>
        <Menu.Trigger className={buttonClass('plain')}>
          <ShareIcon aria-hidden="true" className="size-3.5!" />
          Share
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-50">
            <Menu.Popup className={`w-48 ${popupClass}`}>
              <Menu.Item className={menuItemClass} onClick={() => void copy()}>
                Copy link
              </Menu.Item>
              <Menu.Item className={menuItemClass} render={<BrandLink to="reports" />}>
                Create a report
              </Menu.Item>
              <Menu.Item className={menuItemClass} render={<BrandLink to="exports" />}>
                Export raw data
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  )
}
