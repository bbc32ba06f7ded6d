/** Describes where an app redirects to: a website, a local program or an installed app. */
export function placeWords(place: string): string {
  if (['127.0.0.1', 'localhost', '[::1]'].includes(place)) return 'an app on your computer'
  return place.endsWith(':') ? `the app for ${place} links` : place
}

const problemWords: Record<string, string> = {
  invalid_client: 'Sightline does not know this app. Remove the connection in the app and add it again.',
  invalid_client_metadata: 'The app’s metadata is invalid.',
  invalid_request:
    'The app’s request is incomplete, for example without PKCE. Update the app and start again.',
  invalid_scope: 'The app requested a scope that does not exist.',
  unsupported_response_type: 'The app requested an unsupported response type.',
  unsupported_response_mode: 'The app requested an unsupported response mode.',
  request_too_long: 'The app’s request is too long.',
  rate_limited: 'Too many requests from your network. Start again in the app in ten minutes.',
  temporarily_unavailable: 'Sightline cannot load the app’s metadata. Start again in the app in a minute.',
  server_error: 'Server error. Start again in the app.',
  invalid_redirect_uri: 'The app requested a redirect URI that it has not registered.',
  invalid_target: 'The app requested another server. Check the server address in the app.',
  session_not_found: 'This request expired or started in another browser. Start again in the app.',
}

/** Explains an error code of the authorization server. */
export const problemOf = (code: string) =>
  (Object.hasOwn(problemWords, code) && problemWords[code]) ||
  'The app’s request is invalid. Start again in the app.'
