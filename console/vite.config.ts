import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
// @ts-expect-error it has no types
import subsetFont from 'subset-font'
import { defineConfig, type Plugin } from 'vite'

const characters = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i))

/** Cuts the main font to the characters and weights of the console: 28 kB instead of 48. */
const smallFont: Plugin = {
  name: 'small-font',
  async generateBundle(_, bundle) {
    // The license must ship with the font. The build only collects those of scripts.
    const license = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE'))
    this.emitFile({ type: 'asset', fileName: 'inter-license.md', source: readFileSync(license) })
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.includes('inter-latin-wght')) continue
      const text = `${characters(0x20, 0x7e)}${characters(0xa0, 0xff)}ıŒœ–—‘’“”„…•€™−≈≤≥←↑→↓`
      const variationAxes = { wght: { min: 430, max: 650 } }
      file.source = await subsetFont(Buffer.from(file.source), text, {
        ...{ targetFormat: 'woff2', variationAxes },
      })
    }
  },
}

/** Modules that the first page needs only after its figures. */
const later =
  /ui\/(?:drawer|edit-form|form\.|conflict|choices|checkbox|use-edit|use-form)|charts\/change-bar|copy\/(?:excluded|forms)/

/** Modules that the first page does not need. */
const elsewhere =
  /ui\/(?:virtual|form-dialog|dialog-button|confirm|secret|external-link|list-panel|read-panel|action-|match-fields|facts|progress|file-drop|stats|search-form)|charts\/(?:curve|draw-png|spark)|copy\/(?:scopes|lists|confirmations)/

/** `vite console` serves the console with hot reload and proxies requests to a server on the default port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), smallFont],
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
            // Bundle code that most pages share into three chunks instead of twenty.
            {
              name: 'common',
              test: (id) =>
                /console\/(?:api|charts|format|frame|search|ui|copy)\//.test(id) &&
                !later.test(id) &&
                !elsewhere.test(id),
              minShareCount: 2,
            },
            // The frame forgets drafts; the modules that it shares them with come later.
            { name: 'drafts', test: /ui\/use-draft/, priority: 1 },
            { name: 'later', test: later, minShareCount: 2 },
            { name: 'elsewhere', test: elsewhere, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/console/api': 'http://127.0.0.1:3000', '/.well-known': 'http://127.0.0.1:3000' } },
})
