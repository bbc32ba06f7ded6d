import { describe, expect, it } from 'vitest'
import { placeWords, problemOf } from './place-words.ts'

describe('where a program is reached', () => {
  it('is a site, this computer or an app', () => {
    expect(placeWords('claude.ai')).toBe('claude.ai')
    expect(placeWords('localhost')).toBe('a program on your computer')
    expect(placeWords('cursor:')).toBe('the app for cursor: addresses')
  })

  it('is told where it could not ask, whatever the code', () => {
    expect(problemOf('invalid_redirect_uri')).toContain('has not registered')
    expect(problemOf('constructor')).toBe(problemOf('anything'))
  })
})
