import type { PersonActor } from './actor.ts'

export interface SessionAuthenticator {
  /**
   * Authenticates a session with its current permissions in a workspace.
   * @param workspaceId undefined if the request names none
   * @returns undefined if the session does not exist, ended or expired
   */
  authenticate(token: string, workspaceId: string | undefined): Promise<PersonActor | undefined>
}
