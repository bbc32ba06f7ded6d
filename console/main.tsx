import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueries } from './api/queries.ts'
import { createConsoleRouter } from './router.tsx'
import { followTheme } from './theme/theme.ts'
import './theme/theme.css'

// After a server update, chunks of the old build are missing: reload the page.
window.addEventListener('vite:preloadError', () => window.location.reload())

followTheme()
const queries = createQueries()
const router = createConsoleRouter(queries)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
