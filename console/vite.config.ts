import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `vite console` serves the console with hot reload and proxies requests to a server on the default port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The bundle includes third-party code whose licenses must ship with it.
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Bundle code that most pages share into one chunk instead of twenty.
            {
              name: 'common',
              test: /console\/(?:api|charts|format|frame|search|ui|copy)\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/console/api': 'http://127.0.0.1:3000', '/.well-known': 'http://127.0.0.1:3000' } },
})
