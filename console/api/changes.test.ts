import { expect, it } from 'vitest'
import forms from '../copy/forms.json' with { type: 'json' }
import changes from './changes.json' with { type: 'json' }
import { routes } from './operations.gen.ts'

const isRead = (name: string) => name in routes && /^(list|get|search|estimate|whoami)/.test(name)

it('names only operations, and refetches only reads after a write', () => {
  const unknown = Object.entries(changes).filter(
    ([write, reads]) => !(write in routes) || isRead(write) || !reads.every(isRead),
  )
  expect(unknown).toEqual([])
})

it('refetches reads after every form', () => {
  expect(Object.keys(forms).filter((write) => write in routes && !(write in changes))).toEqual([])
})
