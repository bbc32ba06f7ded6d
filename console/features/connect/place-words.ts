import texts from './texts.json' with { type: 'json' }

/** Describes where an app redirects to: a website, a local program or an installed app. */
export function placeWords(place: string): string {
  if (['127.0.0.1', 'localhost', '[::1]'].includes(place)) return 'an app on your computer'
  return place.endsWith(':') ? `the app for ${place} links` : place
}

const problemWords: Record<string, string> = texts.problems

/** Explains an error code of the authorization server. */
export const problemOf = (code: string) =>
  (Object.hasOwn(problemWords, code) && problemWords[code]) || 'The app’s request is invalid. Start again in the app.'
