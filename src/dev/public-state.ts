/** How the internet currently reaches the gateway. */
export interface PublicState {
  readonly url: string
  readonly isUp: boolean
}
