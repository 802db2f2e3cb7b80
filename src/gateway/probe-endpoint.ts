/** One path of the gateway that nobody can guess, and what it answers there: a client that gets this answer by a public address has reached this very gateway. */
export interface ProbeEndpoint {
  readonly path: string
  readonly answer: string
}

/** Below it nothing is ever served but the one place of this start. */
export const probeFolder = '/.svcapp-probe'

/** Makes another place at each start. */
export function makeProbeEndpoint(randomBytes: (size: number) => Buffer): ProbeEndpoint {
  return { path: `${probeFolder}/${randomBytes(16).toString('hex')}`, answer: randomBytes(16).toString('hex') }
}
