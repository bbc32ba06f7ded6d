import { spawn } from 'node:child_process'

/** Runs a program to its end. @returns its standard output @throws Error with all its output if it fails */
export function runProgram(
  file: string,
  words: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { cwd, env: { ...process.env, ...environment } })
    let out = ''
    let all = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
      all += chunk
    })
    child.stderr.on('data', (chunk) => {
      all += chunk
    })
    child.on('error', reject)
    child.on('close', (status) => {
      if (status === 0) resolve(out)
      else reject(new Error(`${file} ${words.join(' ')} ended with ${status}:\n${all.slice(0, 5000)}`))
    })
  })
}
