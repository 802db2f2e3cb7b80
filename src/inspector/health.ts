/** Running parts of `app dev`. */
export interface Health {
  readonly app: boolean
  readonly platform: boolean
}

/** Path that returns only the health, to any program on this machine. */
export const HEALTH_PATH = '/health'
