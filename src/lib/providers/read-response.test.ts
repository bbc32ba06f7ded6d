import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readResponse } from './read-response.ts'
import { publishedBodies } from './testing/every-body.ts'
import { expectedOf, shownOf } from './testing/expected-answer.ts'
import { recordedBody, recordingExpectations, recordings } from './testing/recordings.ts'

test.skipIf(recordings === undefined).each(Object.entries(recordingExpectations))(
  '%s matches the manual reading',
  (name, expected) => {
    const body = recordedBody(name)
    const answer = readResponse(expected.format, JSON.stringify(body))
    expect(shownOf(answer, expected)).toEqual(expectedOf(body, expected))
    expect(answer.citations.map(({ position }) => position)).toEqual(answer.citations.map((_, index) => index + 1))
  },
)

test.skipIf(recordings === undefined)('every recording has an expectation', () => {
  const names = globSync('*/*.json', { cwd: recordings as string }).flatMap((file) => {
    if (!file.includes('synthetic')) return [file]
    const bodies = JSON.parse(readFileSync(`${recordings}/${file}`, 'utf8')) as object
    return Object.keys(bodies).map((key) => `${file}#${key}`)
  })
  expect(Object.keys(recordingExpectations).sort()).toEqual(names.sort())
})

test.each(Object.entries(publishedBodies))('%s matches its published shape', (_, { body, expected }) => {
  const answer = readResponse(expected.format, JSON.stringify(body))
  expect(shownOf(answer, expected)).toEqual(expectedOf(body, expected))
})
