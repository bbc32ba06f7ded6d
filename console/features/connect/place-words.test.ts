import { describe, expect, it } from 'vitest'
import { placeWords, problemOf } from './place-words.ts'

describe('the place of an app', () => {
  it('is a site, the user’s computer or an installed app', () => {
    expect(placeWords('claude.ai')).toBe('claude.ai')
    expect(placeWords('localhost')).toBe('an app on your computer')
    expect(placeWords('cursor:')).toBe('the app for cursor: links')
  })

  it('explains every error code', () => {
    expect(problemOf('invalid_redirect_uri')).toContain('has not registered')
    expect(problemOf('constructor')).toBe(problemOf('anything'))
  })
})
