import {
  type ConfigOf,
  integer,
  list,
  oneOf,
  optional,
  type Section,
  text,
  variable,
} from '../../lib/environment.ts'

const smtpUrl = (value: string) => {
  if (value === '') return undefined
  const url = URL.parse(value)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('must be like smtp://user:password@host:587 or smtps://host')
  return value
}

const isTrue = (value: string) => oneOf('true', 'false')(value) === 'true'

/** Without TLS somebody on the way could sign in as anybody: http is for trying things out on one machine. */
const issuerUrl = (value: string) => {
  if (value === '') return undefined
  const url = URL.parse(value)
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!isPlain || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    throw new Error(
      'must be an https address without user, query or fragment, such as https://login.example.com',
    )
  return url
}

const domains = (value: string) => {
  const names = list(value.toLowerCase())
  if (!names.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name)))
    throw new Error('must list domains, such as example.com, comma separated')
  return names
}

const uuids = (value: string) => {
  const ids = list(value.toLowerCase())
  if (!ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)))
    throw new Error('must list ids of workspaces (uuids), comma separated')
  return ids
}

export const peopleConfig = {
  SESSION_IDLE_HOURS: variable(
    integer(1, 8760),
    '168',
    'Hours after which a session that nobody uses has to sign in again',
  ),
  SESSION_MAX_HOURS: variable(
    integer(1, 8760),
    '720',
    'Hours after which every session has to sign in again',
  ),
  SETUP_API_WRITES: variable(
    isTrue,
    'true',
    'Whether keys of the workspace that the first owner makes may write: true or false',
  ),
  SETUP_BRAND_KNOWLEDGE: variable(
    isTrue,
    'true',
    'Whether knowledge documents are in the plan of the workspace that the first owner makes: true or false',
  ),
  SETUP_CREDITS: variable(
    integer(0, 1_000_000_000),
    '10000',
    'Credits for audits of the workspace that the first owner makes',
  ),
  SMTP_URL: variable(
    smtpUrl,
    '',
    'Server that invitations, links for new passwords, reports and alerts are mailed through, such as smtp://user:password@host:587; without it, links are only shown to whoever makes them, and reports in the console',
  ),
  MAIL_FROM: variable(text, 'Sightline <sightline@localhost>', 'Sender of those messages'),
  SSO_ISSUER: variable(
    issuerUrl,
    '',
    'Address of the OpenID Connect provider that people may sign in with, such as https://login.example.com; docs/people.md says how',
  ),
  SSO_CLIENT_ID: variable(optional, '', 'What that provider knows this installation as'),
  SSO_CLIENT_SECRET: variable(optional, '', 'The secret that belongs to it'),
  SSO_NAME: variable(
    optional,
    '',
    'What people call that provider, for the sign-in page; the name of its host if not given',
  ),
  SSO_EMAIL_DOMAINS: variable(
    domains,
    '',
    'Domains, comma separated, of the e-mail addresses that people may sign in with there; all that it has verified, if not given',
  ),
  SSO_VERIFIED_CLAIM: variable(
    text,
    'email_verified',
    'The claim by which that provider says that it has verified an e-mail address; xms_edov for Microsoft Entra ID',
  ),
  SSO_WORKSPACES: variable(
    uuids,
    '',
    'Ids of workspaces, comma separated, that whoever signs in there for the first time becomes a member of; it needs SSO_EMAIL_DOMAINS',
  ),
  SSO_ROLE: variable(
    oneOf('viewer', 'editor', 'admin'),
    'viewer',
    'What they may do in those workspaces: viewer, editor or admin',
  ),
  SSO_ONLY: variable(
    isTrue,
    'false',
    'Whether people sign in there alone, so that no password opens anything: true or false',
  ),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof peopleConfig> {}
}
