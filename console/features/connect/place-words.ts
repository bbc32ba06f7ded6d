/** Where a program is reached, in words: a site, a program on this computer, or an app that is installed here. */
export function placeWords(place: string): string {
  if (['127.0.0.1', 'localhost', '[::1]'].includes(place)) return 'a program on your computer'
  return place.endsWith(':') ? `the app for ${place} addresses` : place
}

const problemWords: Record<string, string> = {
  invalid_client:
    'Sightline does not know this program, or no longer does: remove the connection there and add it anew.',
  invalid_client_metadata: 'What the program says of itself cannot be used.',
  invalid_request:
    'The program’s request lacks what Sightline needs, such as PKCE: bring it up to date, and begin again there.',
  invalid_scope: 'The program asks for something that Sightline does not have.',
  unsupported_response_type: 'The program wants an answer of a kind that Sightline does not give.',
  unsupported_response_mode: 'The program wants its answer sent in a way that Sightline does not use.',
  request_too_long: 'The program’s request is too long to be kept while you answer it.',
  rate_limited: 'Too many such requests came from your network: begin again in the program in ten minutes.',
  temporarily_unavailable:
    'Sightline cannot read what describes this program just now: begin again there in a minute.',
  server_error: 'Something failed on the server: begin again in the program.',
  invalid_redirect_uri: 'The program wants the answer at an address that it has not registered.',
  invalid_target: 'The program asks for another server than this one: check the address that it was given.',
  session_not_found: 'This attempt is over, or was begun in another browser: begin again in the program.',
}

/** Why a program could not ask, by the code of the authorization server. */
export const problemOf = (code: string) =>
  (Object.hasOwn(problemWords, code) && problemWords[code]) ||
  'The program did not ask as it should: begin again there.'
