import type { Operation } from '../../kernel/operation.ts'
import { UsageError } from './command-line.ts'
import { isServer, operationHelp, serverHelp, serverNames } from './help.ts'

/** The words that can follow each command. */
type Words = readonly (readonly [command: string, next: readonly string[]])[]

const bash = (words: Words): string => `_sightline() {
  local words
  case "$COMP_CWORD \${COMP_WORDS[1]}" in
    1\\ *) words="${words.map(([command]) => command).join(' ')}" ;;
${words.map(([command, next]) => `    *\\ ${command}) words="${next.join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sightline sightline`

const zsh = (words: Words): string => `autoload -U +X compinit bashcompinit\ncompinit\nbashcompinit\n${bash(words)}`

const fish = (words: Words): string =>
  words
    .flatMap(([command, next]) => [
      `complete -c sightline -n __fish_use_subcommand -f -a ${command}`,
      `complete -c sightline -n '__fish_seen_subcommand_from ${command}' -a '${next.join(' ')}'`,
    ])
    .join('\n')

const shells = { bash, zsh, fish }

export const completionHelp = `Print a script that completes commands and flags in a shell: completion ${Object.keys(shells).join('|')}`

/**
 * The completion script of a shell. It contains all words, as starting the program takes longer than people wait.
 * @throws UsageError if no such shell is supported
 */
export function completionScript(commands: readonly Operation[], [shell, ...others]: string[]): string {
  const script = Object.entries(shells).find(([name]) => name === shell)?.[1]
  if (script === undefined || others.length > 0)
    throw new UsageError(`completion needs one of ${Object.keys(shells).join(', ')}`)
  const flagsIn = (help: string) => [...help.matchAll(/^ {2}(--\S+)/gm)].map(([, flag = '']) => flag)
  const named = [
    ...serverNames.filter(isServer).map((name) => [name, flagsIn(serverHelp(name))] as const),
    ...commands.map((operation) => [operation.name, flagsIn(operationHelp(operation))] as const),
  ]
  const names = named.map(([name]) => name)
  return script([...named, ['help', names], ['completion', Object.keys(shells)]])
}
