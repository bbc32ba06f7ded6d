/** Classes of everything that floats: menus, popovers and selects. */
export const popupClass = 'rounded-[8px] bg-panel p-1.5 shadow-lg outline-none'

/** Classes of an entry in a menu. */
export const menuItemClass =
  'flex w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left outline-none data-highlighted:bg-hover'
