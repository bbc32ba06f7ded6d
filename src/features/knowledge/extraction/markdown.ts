import { type Block, cleanText } from '../extracted.ts'

const atxHeading = /^ {0,3}(#{1,6})[ \t]/
const setextLine = /^ {0,3}(=+|-+)[ \t]*$/
const fence = /^ {0,3}(`{3,}|~{3,})/

/** Extracts paragraphs and headings (`#` and underlined) of Markdown or plain text. Keeps inline markup. */
export function extractMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  let openFence: string | undefined
  const finish = (level?: number) => {
    const joined = paragraph.join('\n').trim()
    if (joined !== '') blocks.push({ text: joined, ...(level === undefined ? {} : { level }) })
    paragraph = []
  }
  for (const line of cleanText(text).split('\n')) {
    const [, mark] = fence.exec(line) ?? []
    if (openFence !== undefined) {
      if (mark?.startsWith(openFence)) openFence = undefined
      else paragraph.push(line)
      continue
    }
    const [opening, hashes] = atxHeading.exec(line) ?? []
    const [, underline] = setextLine.exec(line) ?? []
    if (mark !== undefined) openFence = mark
    else if (hashes !== undefined) {
      finish()
      paragraph = [withoutClosing(line.slice(opening?.length).trim())]
      finish(hashes.length)
    } else if (underline !== undefined && paragraph.length === 1) finish(underline.startsWith('=') ? 1 : 2)
    else if (line.trim() === '' || underline !== undefined) finish()
    else paragraph.push(line)
  }
  finish()
  return blocks
}

/** Removes closing hashes after a space, but keeps those of `C#`. */
function withoutClosing(title: string): string {
  let end = title.length
  while (title[end - 1] === '#') end -= 1
  return end === 0 || /\s/.test(title[end - 1] ?? '') ? title.slice(0, end) : title
}
