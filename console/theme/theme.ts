export type Theme = 'system' | 'light' | 'dark'

const key = 'sightline-theme'
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  apply()
}

function apply(): void {
  const chosen = chosenTheme()
  const isDark = chosen === 'dark' || (chosen === 'system' && prefersDark.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

/** Applies the chosen theme and follows changes of the system theme. */
export function followTheme(): void {
  apply()
  prefersDark.addEventListener('change', apply)
}
