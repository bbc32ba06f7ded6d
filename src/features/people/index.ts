import { defineFeature } from '../../kernel/feature.ts'
import type { Job } from '../../kernel/jobs.ts'
import { acceptInvitation, joinWorkspace } from './accept-invitation.ts'
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endSession,
  listSessions,
  removeSecondFactor,
  updateAccount,
} from './account.ts'
import { choosePassword } from './choose-password.ts'
import { peopleConfig } from './config.ts'
import { getSignInMethods } from './get-sign-in-methods.ts'
import { createInvitation, forgetInvitedBrand, listInvitations, revokeInvitation } from './invitations.ts'
import { sealedMail, sendMail } from './mail.ts'
import { createPerson, deletePerson, listPeople, removePerson, updatePerson } from './manage-people.ts'
import { memberAdded } from './member-added.ts'
import { endMemberSessions, listMemberSessions } from './member-sessions.ts'
import { addPasskey, beginPasskey, deletePasskey, listPasskeys, renamePasskey } from './passkeys/own-passkeys.ts'
import { beginPasskeySignIn, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts'
import { addPasswordMetrics } from './password.ts'
import {
  createSignInLink,
  mailPasswordLink,
  requestPasswordLink,
  resetPassword,
  sealedAddresses,
} from './password-links.ts'
import { requireSecondFactor } from './require-second-factor.ts'
import { ownerOf } from './second-factor.ts'
import { pruneExpired } from './sessions.ts'
import { setUp } from './set-up.ts'
import { signIn, signInByLink, signOut } from './sign-in.ts'
import { checkSingleSignOn } from './single-sign-on/settings.ts'
import { unlinkPerson } from './single-sign-on/unlink-person.ts'
import { whoami } from './whoami.ts'

export { createSetUpLink } from './links.ts'
export { loadMembership as loadMember } from './membership.ts'
export { erasedPerson, type NamedPerson, resolveDisplayNames } from './name-people.ts'
export { hasPasskey } from './passkeys/own-passkeys.ts'
export { emailText } from './person.ts'
export { createSessionAuthenticator } from './sessions.ts'
export { createSingleSignOn } from './single-sign-on/single-sign-on.ts'

const forgetExpiredSessions: Job = { queue: 'forget-sessions', everySeconds: 3600, run: pruneExpired }

export const people = defineFeature({
  name: 'people',
  operations: [
    createPerson,
    listPeople,
    updatePerson,
    removePerson,
    deletePerson,
    createInvitation,
    listInvitations,
    revokeInvitation,
    createSignInLink,
    resetPassword,
    unlinkPerson,
    getSignInMethods,
    setUp,
    signIn,
    signInByLink,
    acceptInvitation,
    joinWorkspace,
    requestPasswordLink,
    choosePassword,
    whoami,
    signOut,
    updateAccount,
    changePassword,
    beginSecondFactor,
    confirmSecondFactor,
    removeSecondFactor,
    beginPasskeySignIn,
    signInWithPasskey,
    beginPasskey,
    addPasskey,
    listPasskeys,
    renamePasskey,
    deletePasskey,
    listSessions,
    endSession,
    listMemberSessions,
    endMemberSessions,
    requireSecondFactor,
  ],
  events: [memberAdded],
  jobs: [sendMail, mailPasswordLink, forgetExpiredSessions],
  config: peopleConfig,
  checkConfig: checkSingleSignOn,
  open({ metrics }) {
    addPasswordMetrics(metrics)
    return {}
  },
  tables: { postgres: ['people', 'memberships', 'membership_brands', 'recovery_codes', 'passkeys'] },
  sealed: [{ kind: 'second factors', table: 'people', column: 'totp_secret', ownerOf }, sealedMail, sealedAddresses],
  tablesNotBackedUp: {
    sessions: 'members sign in again after a restore',
    one_time_links: 'recipients request a new link',
    passkey_challenges: 'they expire after 5 minutes, and belong to sessions that are not backed up',
  },
  eraseBrand: forgetInvitedBrand,
  async revokeAccess({ db }, workspaceId) {
    await db.deleteFrom('memberships').where('workspace_id', '=', workspaceId).execute()
  },
})
