import type { PersonActor } from './actor.ts'

export interface SessionAuthenticator {
  /**
   * Finds whose session a browser holds, with what they may do in a workspace as it is now.
   * @param workspaceId undefined where the request names none
   * @returns undefined for a session that does not exist, has ended or was left alone for too long
   */
  authenticate(token: string, workspaceId: string | undefined): Promise<PersonActor | undefined>
}
