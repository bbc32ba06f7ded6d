import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.ts'

/** The packages of this checkout. */
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

/** A user's folder, in which programs are compiled and run. */
export interface TypeScriptProject {
  directory: string
  write(name: string, text: string): void
  /** Runs Node. @returns its standard output @throws Error if it fails */
  node(...words: string[]): Promise<string>
  /** Type-checks one program strictly and runs it. @returns its standard output @throws Error if either fails */
  run(name: string): Promise<string>
  remove(): void
}

/**
 * An empty project.
 * @param environment of its programs
 * @param withModules whether it has this checkout's packages, which it can override
 */
export function createTypeScriptProject(environment: Record<string, string>, withModules = true): TypeScriptProject {
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
