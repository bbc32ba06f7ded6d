import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.ts'

/** Where this checkout's packages are. */
export const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2024',
    lib: ['es2024', 'dom'],
    types: ['node'],
    typeRoots: [join(modules, '@types')],
    allowImportingTsExtensions: true,
  },
}

/** Somebody's own folder, in which programs are compiled and run. */
export interface TypeScriptProject {
  directory: string
  write(name: string, text: string): void
  /** Runs Node, and gives what it has printed. @throws Error */
  node(...words: string[]): Promise<string>
  /** Checks the types of one program strictly, runs it, and gives what it has printed. @throws Error */
  run(name: string): Promise<string>
  remove(): void
}

/**
 * An empty project.
 * @param environment what its programs find in theirs
 * @param withModules whether it has this checkout's packages, and can be given others in their place
 */
export function createTypeScriptProject(
  environment: Record<string, string>,
  withModules = true,
): TypeScriptProject {
  const directory = mkdtempSync(join(tmpdir(), 'sightline-client-'))
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  const node = (...words: string[]) => runProgram(process.execPath, words, directory, environment)
  if (withModules) symlinkSync(modules, join(directory, 'node_modules'))
  write('package.json', '{"type": "module"}')
  return {
    directory,
    write,
    node,
    async run(name) {
      write('tsconfig.json', JSON.stringify({ ...settings, files: [name] }))
      await node(join(modules, 'typescript/bin/tsc'), '-p', '.')
      return node(name)
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
