/** A finished request of a known key. */
export interface CompletedRequest {
  workspaceId: string
  keyId: string
  /** Method and route of the endpoint. Empty if the request was rejected earlier. */
  endpoint: string
  status: number
  /** Size of the body as sent. */
  responseBytes: number
  durationMs: number
}
