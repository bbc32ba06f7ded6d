import { expect, it } from 'vitest'
import forms from '../copy/forms.json' with { type: 'json' }
import changes from './changes.json' with { type: 'json' }
import { routes } from './operations.gen.ts'

/** By the verb: the console also sends reads without a public route as POST. */
const isRead = (name: string) => name in routes && /^(count|list|get|search|estimate|whoami)/.test(name)

it('names only operations, and refetches only reads after a write', () => {
  const unknown = Object.entries(changes).flatMap(([write, reads]) => [
    ...(write in routes && !isRead(write) ? [] : [write]),
    ...reads.filter((read) => !isRead(read)),
  ])
  expect(unknown).toEqual([])
})

it('refetches reads after every form', () => {
  expect(Object.keys(forms).filter((write) => write in routes && !(write in changes))).toEqual([])
})
