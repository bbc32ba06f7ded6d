import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** With `vite console`, changes are seen at once; requests go to a server on the usual port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What is built into it goes to whoever gets a package, and its licences ask to go along.
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What most pages have in common comes at once, not in twenty pieces.
            {
              name: 'common',
              test: /console\/(?:api|charts|format|frame|search|ui|words)\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/console/api': 'http://127.0.0.1:3000', '/.well-known': 'http://127.0.0.1:3000' } },
})
