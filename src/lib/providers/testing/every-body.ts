import type { ResponseFormat } from '../providers.ts'
import { publishedModelBodies } from './published-models.ts'
import { publishedScraperBodies } from './published-scrapers.ts'
import { publishedSearchBodies } from './published-searches.ts'
import { recordedBody, recordingExpectations, recordings } from './recordings.ts'

export const publishedBodies = {
  ...publishedModelBodies,
  ...publishedScraperBodies,
  ...publishedSearchBodies,
}

/** All recorded and constructed bodies, by name. */
export const everyBody = (): [name: string, format: ResponseFormat, body: unknown][] => [
  ...Object.entries(publishedBodies).map(
    ([name, { expected, body }]) => [name, expected.format, body] as [string, ResponseFormat, unknown],
  ),
  ...Object.entries(recordings === undefined ? {} : recordingExpectations).map(
    ([name, { format }]) => [name, format, recordedBody(name)] as [string, ResponseFormat, unknown],
  ),
]
