/** An unguessable path of the gateway, and its response: a client that gets this response from a public URL has reached this very gateway. */
export interface ProbeEndpoint {
  readonly path: string
  readonly answer: string
}

/** Nothing is ever served below it except the one path of this start. */
export const probeFolder = '/.svcapp-probe'

/** Creates a new path at each start. */
export function makeProbeEndpoint(randomBytes: (size: number) => Buffer): ProbeEndpoint {
  return { path: `${probeFolder}/${randomBytes(16).toString('hex')}`, answer: randomBytes(16).toString('hex') }
}
