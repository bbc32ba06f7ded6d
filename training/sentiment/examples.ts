import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { labeledHeadlines } from '../../src/testing/sentiment/labelled-headlines.ts'
import { labeledSentences, splitByKind } from '../../src/testing/sentiment/labelled-sentences.ts'
import { labelledVerdicts } from '../../src/testing/sentiment/labelled-verdicts.ts'
import { keyOf, readClauses } from './clauses.ts'
import type { Label } from './figures.ts'

/** A text, the names in it, and the label of each. */
export interface Example {
  source: string
  text: string
  entities: Record<string, Label>
  heldBack: boolean
  /** Praises and blames about equally; counts in no figure. */
  isMixed: boolean
}

const folder = process.env.SIGHTLINE_TEST_DATA ?? '../shared/data'
const here = import.meta.dirname
const hash = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0)
const isHeldBack = (text: string) => hash(text) % 10 < 4
const labelOf = { positive: '+', negative: '-', neutral: '0' } as const
type Polarity = keyof typeof labelOf

const readText = (path: string) => readFileSync(path, 'utf8').trim().split('\n')
const readJson = <T>(path: string) => readText(path).map((line) => JSON.parse(line) as T)
const labelsOf = (entities: Record<string, Polarity>) =>
  Object.fromEntries(Object.entries(entities).map(([name, label]) => [name, labelOf[label]]))

/** Even rows are for training, odd rows are held back. */
const headlines = (): Example[] =>
  readJson<{ text: string; entities: Record<string, Polarity> }>(`${folder}/sentiment/headlines.jsonl`).map(
    ({ text, entities }, row) => ({
      source: 'SEntFiN headlines',
      text,
      entities: labelsOf(entities),
      heldBack: row % 2 === 1,
      isMixed: false,
    }),
  )

/** The two labelers of real clauses; neither saw the labels of the other. */
export type Labeler = 1 | 2

/** Clauses of real answers; four in ten prompts are held back. A clause that names nothing follows its name. */
export function realClauses(by: Labeler): Example[] {
  const labels = new Map(
    readText(`${here}/labels.txt`).map((line) => {
      const columns = line.split(' ')
      return [columns[0] as string, columns[by] as Label | 'm']
    }),
  )
  return [...new Map(readClauses().map((clause) => [keyOf(clause), clause]))].flatMap(([key, clause]) => {
    const label = labels.get(key)
    if (label === undefined) return []
    const { source, prompt, target, text } = clause
    return {
      source,
      text: text.includes(target) ? text : `${target}\n${text}`,
      entities: { [target]: label === 'm' ? '0' : label },
      heldBack: isHeldBack(`${source} ${prompt}`),
      isMixed: label === 'm',
    }
  })
}

/** A paragraph that shows the language, as an answer does. */
const leads: Readonly<Record<string, string>> = {
  en: '',
  de: 'Hier ist eine Übersicht über die Anbieter und ihre Preise, mit der du sie vergleichen kannst.\n\n',
  fr: 'Voici une liste des fournisseurs et de leurs prix, pour que vous puissiez les comparer.\n\n',
  es: 'Esta es una lista de los proveedores y sus precios, para que puedas compararlos.\n\n',
}

/** Clauses written for this test, one per line: a label and a text with `@` for the name. */
const writtenClauses = (list: string): Example[] =>
  readText(`${here}/written/${list}.txt`).map((line) => ({
    source: `written, ${list}`,
    text: `${leads[list.slice(-2)]}${line.slice(2).replaceAll('@', 'Acme')}`,
    entities: { Acme: line.startsWith('m') ? '0' : (line[0] as Label) },
    heldBack: list.endsWith('-en') ? false : list.startsWith('informational') || isHeldBack(line),
    isMixed: line.startsWith('m'),
  }))

const labeled = (): Example[] =>
  Object.entries({
    'labeled sentences': labeledSentences,
    'labeled headlines': labeledHeadlines,
    'labeled verdicts': labelledVerdicts,
  }).flatMap(([source, all]) => {
    const kept = new Set(splitByKind(all).kept)
    return all.map((one) => ({
      source,
      text: one.text,
      entities: labelsOf(one.entities),
      heldBack: kept.has(one),
      isMixed: false,
    }))
  })

export const readExamples = (): Example[] => [
  ...headlines(),
  ...realClauses(1),
  ...[
    'en',
    'de',
    'fr',
    'es',
    'judging-en',
    'informational-en',
    'informational-de',
    'informational-fr',
    'informational-es',
  ].flatMap(writtenClauses),
  ...labeled(),
]
