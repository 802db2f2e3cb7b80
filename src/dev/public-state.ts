/** How the gateway is reached from the internet now. */
export interface PublicState {
  readonly url: string
  readonly isUp: boolean
}
