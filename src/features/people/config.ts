import { type ConfigOf, integer, list, oneOf, optional, type Section, text, variable } from '../../lib/environment.ts'

const smtpUrl = (value: string) => {
  if (value === '') return undefined
  const url = URL.parse(value)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('must be like smtp://user:password@host:587 or smtps://host')
  return value
}

const isTrue = (value: string) => oneOf('true', 'false')(value) === 'true'

/** Without TLS, an attacker on the network could sign in as anyone. http is for testing on one machine. */
const issuerUrl = (value: string) => {
  if (value === '') return undefined
  const url = URL.parse(value)
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!isPlain || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    throw new Error('must be an https URL without user, query or fragment, such as https://login.example.com')
  return url
}

const domains = (value: string) => {
  const names = list(value.toLowerCase())
  if (!names.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name)))
    throw new Error('must be a comma-separated list of domains, such as example.com')
  return names
}

const uuids = (value: string) => {
  const ids = list(value.toLowerCase())
  if (!ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)))
    throw new Error('must be a comma-separated list of workspace ids (UUIDs)')
  return ids
}

export const peopleConfig = {
  SESSION_IDLE_HOURS: variable(integer(1, 8760), '168', 'Hours until an unused session expires'),
  SESSION_MAX_HOURS: variable(integer(1, 8760), '720', 'Hours until every session expires'),
  SETUP_API_WRITES: variable(
    isTrue,
    'true',
    'Whether API keys of the workspace created during setup can write: true or false',
  ),
  SETUP_BRAND_KNOWLEDGE: variable(
    isTrue,
    'true',
    'Whether the plan of the workspace created during setup includes knowledge documents: true or false',
  ),
  SETUP_CREDITS: variable(integer(0, 1_000_000_000), '10000', 'Audit credits of the workspace created during setup'),
  SMTP_URL: variable(
    smtpUrl,
    '',
    'SMTP server for invitations, password links, reports and alerts, such as smtp://user:password@host:587; without it, links are shown only to their creator, and reports only in the console',
  ),
  MAIL_FROM: variable(text, 'Sightline <sightline@localhost>', 'Sender of these messages'),
  SSO_ISSUER: variable(
    issuerUrl,
    '',
    'URL of the OpenID Connect provider for single sign-on, such as https://login.example.com; see docs/people.md',
  ),
  SSO_CLIENT_ID: variable(optional, '', 'Client id of this installation at that provider'),
  SSO_CLIENT_SECRET: variable(optional, '', 'Client secret at that provider'),
  SSO_NAME: variable(optional, '', 'Name of the provider on the sign-in page; defaults to its host name'),
  SSO_EMAIL_DOMAINS: variable(
    domains,
    '',
    'Comma-separated email domains that can sign in there; defaults to every address that the provider has verified',
  ),
  SSO_VERIFIED_CLAIM: variable(
    text,
    'email_verified',
    'Claim that marks an email address as verified; xms_edov for Microsoft Entra ID',
  ),
  SSO_WORKSPACES: variable(
    uuids,
    '',
    'Comma-separated ids of the workspaces that new accounts join at their first sign-in; requires SSO_EMAIL_DOMAINS',
  ),
  SSO_ROLE: variable(
    oneOf('viewer', 'editor', 'admin'),
    'viewer',
    'Role of new accounts in those workspaces: viewer, editor or admin',
  ),
  SSO_ONLY: variable(
    isTrue,
    'false',
    'Whether single sign-on is the only way to sign in, which disables passwords: true or false',
  ),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof peopleConfig> {}
}
