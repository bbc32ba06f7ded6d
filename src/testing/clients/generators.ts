import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { goProgram, hasProgram, nodeModulesWith, pythonWith } from './install-once.ts'
import { generatePython, hasPython } from './python-client.ts'
import { runProgram } from './run-program.ts'
import { modules } from './typescript-project.ts'

/** The same versions as in docs/clients.md. */
const versions = {
  openapiTypescript: '7.13.0',
  openapiFetch: '0.17.0',
  heyApi: '0.99.0',
  /** hey-api calls the compiler, which later versions do not allow. */
  typescript: '5.9.3',
  oapiCodegen: 'v2.8.2',
  openapiGenerator: '7.26.0',
  execMavenPlugin: '3.6.1',
}

type Environment = Record<string, string>

/** A generator of clients. */
export interface Generator {
  /** The folder of its program, which makes the ten calls. */
  name: string
  /** The missing program without which it cannot run. Undefined if everything is installed. */
  missing(): string | undefined
  /** Installs the generator, and what its client needs. */
  install(): Promise<unknown>
  /** Generates, compiles and runs in a folder with `openapi.json` and the program. @returns the printed text */
  run(directory: string, environment: Environment): Promise<string>
}

const missingPython = () => (hasPython() ? undefined : 'Python 3.11 with venv')
const missingGo = () => (hasProgram('go', 'version') ? undefined : 'Go')
const missingMaven = () => (hasProgram('mvn', '--version') ? undefined : 'Maven')
/** openapi-generator is a Java program in a Python package. */
const missingJava = () => (hasProgram('java', '-version') ? missingPython() : 'Java')

const openapiGenerator = () => pythonWith(`openapi-generator-cli==${versions.openapiGenerator}`)

async function generate(language: string, directory: string, folder: string): Promise<string> {
  const bin = join(await openapiGenerator(), 'bin')
  const words = ['generate', '-i', 'openapi.json', '-g', language, '-o', folder]
  await runProgram(join(bin, 'openapi-generator-cli'), words, directory)
  return bin
}

/** Compiles strictly, with the compiler of this checkout, and runs the program. */
async function runTypeScript(directory: string, environment: Environment): Promise<string> {
  const compilerOptions = {
    ...{ strict: true, target: 'es2022', module: 'commonjs', moduleResolution: 'bundler' },
    ...{ lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'], typeRoots: [join(modules, '@types')] },
    ...{ rootDir: '.', outDir: 'out' },
  }
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['calls.ts'] }))
  await runProgram(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', '.'], directory)
  return runProgram(process.execPath, ['out/calls.js'], directory, environment)
}

async function runGo(directory: string, environment: Environment): Promise<string> {
  writeFileSync(join(directory, 'go.mod'), 'module client\n\ngo 1.24\n')
  await runProgram('go', ['mod', 'tidy'], directory)
  return runProgram('go', ['run', '.'], directory, environment)
}

const openapiTypescriptModules = () =>
  nodeModulesWith(`openapi-typescript@${versions.openapiTypescript}`, `openapi-fetch@${versions.openapiFetch}`)
const heyApiModules = () =>
  nodeModulesWith(`@hey-api/openapi-ts@${versions.heyApi}`, `typescript@${versions.typescript}`)
const oapiCodegen = () => goProgram('github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen', versions.oapiCodegen)

export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    missing: () => undefined,
    install: openapiTypescriptModules,
    async run(directory, environment) {
      const installed = await openapiTypescriptModules()
      symlinkSync(installed, join(directory, 'node_modules'))
      const generator = join(installed, 'openapi-typescript/bin/cli.js')
      await runProgram(process.execPath, [generator, 'openapi.json', '-o', 'api.d.ts'], directory)
      return runTypeScript(directory, environment)
    },
  },
  {
    name: 'hey-api',
    missing: () => undefined,
    install: heyApiModules,
    async run(directory, environment) {
      const generator = join(await heyApiModules(), '@hey-api/openapi-ts/bin/run.js')
      await runProgram(process.execPath, [generator, '-i', 'openapi.json', '-o', 'client'], directory)
      return runTypeScript(directory, environment)
    },
  },
  {
    name: 'openapi-generator-typescript-fetch',
    missing: missingJava,
    install: openapiGenerator,
    async run(directory, environment) {
      await generate('typescript-fetch', directory, 'client')
      return runTypeScript(directory, environment)
    },
  },
  {
    name: 'openapi-python-client',
    missing: missingPython,
    install: () => pythonWith('openapi-python-client==0.29.1'),
    async run(directory, environment) {
      const bin = await generatePython(directory)
      await runProgram(join(bin, 'python'), ['-m', 'compileall', '-q', 'client'], directory)
      return runProgram(join(bin, 'python'), ['calls.py'], directory, environment)
    },
  },
  {
    name: 'openapi-generator-python',
    missing: missingJava,
    install: openapiGenerator,
    async run(directory, environment) {
      const bin = await generate('python', directory, 'client')
      const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
      await runProgram(join(bin, 'python'), [...install, '-r', 'client/requirements.txt'], directory)
      await runProgram(join(bin, 'python'), ['-m', 'compileall', '-q', 'client/openapi_client'], directory)
      return runProgram(join(bin, 'python'), ['calls.py'], directory, {
        ...environment,
        PYTHONPATH: 'client',
      })
    },
  },
  {
    name: 'oapi-codegen',
    missing: missingGo,
    install: oapiCodegen,
    async run(directory, environment) {
      const generator = join(await oapiCodegen(), 'oapi-codegen')
      mkdirSync(join(directory, 'openapi'))
      const code = await runProgram(generator, ['openapi.json'], directory)
      writeFileSync(join(directory, 'openapi/openapi.go'), code)
      return runGo(directory, environment)
    },
  },
  {
    name: 'openapi-generator-go',
    missing: () => missingGo() ?? missingJava(),
    install: openapiGenerator,
    async run(directory, environment) {
      await generate('go', directory, 'openapi')
      await runProgram('rm', ['-r', 'openapi/go.mod', 'openapi/test'], directory)
      return runGo(directory, environment)
    },
  },
  {
    name: 'openapi-generator-java',
    missing: () => missingMaven() ?? missingJava(),
    install: openapiGenerator,
    async run(directory, environment) {
      await generate('java', directory, 'client')
      await runProgram('cp', ['Calls.java', 'client/src/main/java'], directory)
      const run = `org.codehaus.mojo:exec-maven-plugin:${versions.execMavenPlugin}:java`
      const words = ['-q', '-B', '-ntp', 'compile', run, '-Dexec.mainClass=Calls']
      const printed = await runProgram('mvn', words, join(directory, 'client'), environment)
      // Maven resets colors before and after it, even when it prints none.
      return printed.match(/\{.*\}/)?.[0] ?? printed
    },
  },
]
