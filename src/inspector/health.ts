/** Which parts of `app dev` are up. */
export interface Health {
  readonly app: boolean
  readonly platform: boolean
}

/** The path that answers with the health to any program of this machine, and with nothing else. */
export const HEALTH_PATH = '/health'
