import { expect, it } from 'vitest'
import { type Command, matching } from './commands.ts'

const commands: Command[] = [
  { name: 'Overview', kind: 'Section', href: '/o' },
  { name: 'AI visitors', kind: 'Section', href: '/v' },
  { name: 'Find in answers', kind: 'Answers', href: '/a', takes: (words) => `/a?search=${words}` },
  { name: 'Vistula', kind: 'Brand', href: '/b' },
]
const hrefs = (typed: string) => matching(commands, typed).map(({ href }) => href)

it('shows every place before anything is typed, but none that waits for words', () => {
  expect(hrefs(' ')).toEqual(['/o', '/v', '/b'])
})

it('finds places by the beginnings of their words, those that begin with what was typed first', () => {
  expect(hrefs('vis')).toEqual(['/b', '/v', '/a?search=vis'])
  expect(hrefs('vis ai')).toEqual(['/v', '/a?search=vis ai'])
})

it('searches for whatever fits no place', () => {
  expect(hrefs('boots')).toEqual(['/a?search=boots'])
  expect(hrefs('b')).toEqual([])
})
