import type { ResponseOf } from '../../api/client.ts'
import { count } from '../../format/numbers.ts'

type Row = ResponseOf<'list-knowledge-documents'>['data'][number]

const formats = {
  pdf: 'PDF',
  html: 'Web page',
  markdown: 'Markdown',
  docx: 'Word',
  rtf: 'RTF',
  text: 'Text',
} as const

/** A document’s format and length. */
export function kindOf({ format, pages }: Row): string {
  if (pages === null) return formats[format]
  return `${formats[format]}, ${count(pages)} ${pages === 1 ? 'page' : 'pages'}`
}

const states = {
  processing: { words: 'Processing', color: 'text-muted' },
  ready: { words: 'Ready', color: '' },
  failed: { words: 'Failed', color: 'text-down' },
} as const

/** The processing status. */
export function State({ status }: { status: Row['status'] }) {
  const { words, color } = states[status]
  return <span className={color}>{words}</span>
}
