import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commands } from '../../features.ts'
import { UsageError } from './command-line.ts'
import { completionScript } from './completion.ts'

/** The completions that bash offers for the last of the words. */
function completeInBash(...words: string[]): string[] {
  const script = `${completionScript(commands, ['bash'])}
COMP_WORDS=(sightline "$@"); COMP_CWORD=$#; _sightline; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => line !== '')
}

test('bash completes commands, and the flags of a command', () => {
  expect(completeInBash('create-w')).toEqual(['create-workspace', 'create-writing-style', 'create-webhook'])
  expect(completeInBash('serv')).toEqual(['serve'])
  expect(completeInBash('serve', '--')).toEqual(['--port', '--host', '--data-dir'])
  expect(completeInBash('create-webhook', '--name', 'x', '--e')).toEqual(['--event'])
  expect(completeInBash('import-answers', '--')).toEqual([
    ...['--brand-id', '--file', '--format', '--json', '--data-dir'],
  ])
  expect(completeInBash('help', 'restor')).toEqual(['restore'])
  expect(completeInBash('no-such-command', '')).toEqual([])
})

test('the scripts of the other shells have every command', () => {
  for (const shell of ['zsh', 'fish']) {
    const words = new Set(completionScript(commands, [shell]).split(/[ '")\n]+/))
    expect(commands.filter(({ name }) => !words.has(name))).toEqual([])
  }
})

test('any other shell is wrong usage', () => {
  for (const words of [[], ['tcsh'], ['bash', 'zsh']])
    expect(() => completionScript(commands, words)).toThrow(UsageError)
})
