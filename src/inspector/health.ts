/** What of `app dev` is up. */
export interface Health {
  readonly app: boolean
  readonly platform: boolean
}

/** The path that answers with it to any program of this machine: it tells nothing else. */
export const HEALTH_PATH = '/health'
