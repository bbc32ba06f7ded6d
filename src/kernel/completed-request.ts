/** A request of a known key, once it is over. */
export interface CompletedRequest {
  workspaceId: string
  keyId: string
  /** Method and route of the endpoint that it reached; empty where it was refused before. */
  endpoint: string
  status: number
  /** Of the body as it was sent. */
  responseBytes: number
  durationMs: number
}
