import { expect, it } from 'vitest'
import { type Command, matching } from './palette.tsx'

const commands: Command[] = [
  { name: 'Overview', kind: 'Section', href: '/o' },
  { name: 'AI visits', kind: 'Section', href: '/v' },
  { name: 'Find in answers', kind: 'Answers', href: '/a', takes: (words) => `/a?search=${words}` },
  { name: 'Vistula', kind: 'Brand', href: '/b' },
]
const hrefs = (typed: string) => matching(commands, typed).map(({ href }) => href)

it('shows all destinations except searches before anything is typed', () => {
  expect(hrefs(' ')).toEqual(['/o', '/v', '/b'])
})

it('matches the start of each word and ranks names that start with the text first', () => {
  expect(hrefs('vis')).toEqual(['/b', '/v', '/a?search=vis'])
  expect(hrefs('vis ai')).toEqual(['/v', '/a?search=vis ai'])
})

it('offers a search for text that matches no destination', () => {
  expect(hrefs('boots')).toEqual(['/a?search=boots'])
  expect(hrefs('b')).toEqual([])
})
