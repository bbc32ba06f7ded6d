import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Finds words that docs/writing.md advises against, in comments, strings, JSX text and documents.
// `words-ok` in a line exempts it.

/** Patterns, each with what to write instead. */
const rules = Object.entries({
  '(some|every)body|nobody': 'someone, everyone, no one, or the role',
  'whoever|whom(ever)?': 'the role: recipients, members, the caller',
  'what (came|comes|becomes|became|has become) of': 'the result, the outcome',
  'besides?': 'next to, in addition to, also',
  'anew|once more|seldom|needless(ly)?|meanwhile|heeds?|likewise': 'again, rarely, unnecessary, while',
  'for good': 'permanently',
  'by (it|them)sel(f|ves)': 'automatically, on its own',
  '(is|are|was|were|be|been) told|tells? of|told of': 'receives, is notified, reports',
  '(under way)|(is|are|was|were) at work': 'running, in progress',
  '(pass|passes|passed) over': 'skip, ignore',
  'mend(s|ed|ing)?': 'fix, repair',
  '(look|looks|looked|looking) (whether|after)': 'check whether, handle',
  '(is|are|was|were|be|answers?|reads?) otherwise|otherwise than': 'differently',
  'where (none|nothing|nobody|neither|there (is|are|was)|it is|they are)': 'if, when',
  '(is|are|was|were) of (the|an?|one|its|their|no|another)': 'belongs to, comes from, has',
  '(rows|lines|requests|bytes|prompts) an? (page|second|minute|answer)': 'per',
  'analys(e|ed|ing)|(summaris|recognis|normalis|organis|optimis|initialis|authoris)(es?|ed|ing|ation)': 'US spelling',
  '(colour|behaviour|favour|neighbour|honour)(s|ed|ing)?|licences?|catalogues?|spelt|labelled': 'US spelling',
}).map(([words, use]) => ({ pattern: new RegExp(`(?<![-\\w/])(?:${words})(?![-\\w/])`, 'gi'), use }))

/** Tests have input in the words of customers and other authors. */
const exempt =
  /words-ok|\.gen\.|\.test\.ts$|\/(testing|faults|data)\/|^docs\/(writing|licences)\.md$|scripts\/check-words|passages\/terms\.ts|src\/lib\/text\/.*(words|lexicon|labelled|vocabulary)/

const tokens =
  /(?<![:'"`\w])\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<![A-Za-z])'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=>)[^<>{}=;]+ [^<>{}=;]+(?=[<{])/g

let findings = 0
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.md', '*/texts.json'], {
  encoding: 'utf8',
}).trim()
for (const file of files.split('\n')) {
  if (exempt.test(file)) continue
  const text = readFileSync(file, 'utf8')
  const isDocument = file.endsWith('.md')
  const prose = isDocument
    ? [
        {
          0: text.replace(/^\s*```[\s\S]*?^\s*```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, ' ')),
          index: 0,
        },
      ]
    : text.matchAll(tokens)
  for (const { 0: token, index } of prose) {
    // A single word is a name or a value.
    if (!/\w\s\w/.test(token)) continue
    for (const { pattern, use } of rules)
      for (const found of token.matchAll(pattern)) {
        const line = text.slice(0, index + found.index).split('\n').length
        if (exempt.test(text.split('\n')[line - 1] ?? '')) continue
        console.error(`${file}:${line} "${found[0]}": ${use}`)
        findings += 1
      }
  }
}
if (findings > 0) process.exitCode = 1
console.log(`phrases that docs/writing.md advises against: ${findings}`)
