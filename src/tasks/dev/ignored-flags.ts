import type { DevFlags, RunningDev } from '../../dev/lock.ts'
import { plainWord } from '../../text/shell.ts'

/** Flags of a second start that the running session does not use. */
export interface IgnoredFlags {
  /** Flags as typed on the command line. */
  readonly flags: readonly string[]
  /** Command to run before starting again with these flags. */
  readonly next: string
}

/** Request of a second start. */
export interface DevRequest {
  /** `sessionFlags` of its command line. */
  readonly flags: DevFlags
  /** From `--platform` or SVCAPP_PLATFORM, or null if neither is set. */
  readonly platform: string | null
  readonly target: string
}

/** Flags about the command, not the session. The session's platform and target are compared separately. */
const aboutTheCommand: ReadonlySet<string> = new Set([
  'background',
  'json',
  'ndjson',
  'compact',
  'once',
  'cleanup',
  'yes',
  'platform',
  'target',
])

const ports: ReadonlySet<string> = new Set(['port', 'outbound-port', 'inspector-port', 'emulator-port'])

/** Returns the flags that decide how a session runs: all given ones and the defaults of the others, except ports, which may move. */
export function sessionFlags(
  flags: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, { readonly setFromDefault?: boolean } | undefined>>,
): { readonly session: DevFlags; readonly given: DevFlags } {
  const known = Object.entries(flags).flatMap(([name, value]) =>
    !aboutTheCommand.has(name) && isFlag(value) ? [[name, value] as const] : [],
  )
  const isGiven = (name: string) => given[name]?.setFromDefault !== true
  return {
    session: Object.fromEntries(known.filter(([name]) => isGiven(name) || !ports.has(name))),
    given: Object.fromEntries(known.filter(([name]) => isGiven(name))),
  }
}

function isFlag(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Returns the requested flags that the running session does not have, or null if it has all known ones. */
export function ignoredFlags(run: RunningDev, { flags, platform, target }: DevRequest): IgnoredFlags | null {
  const ignored = Object.entries(flags).filter(([name, value]) => !has(run, name, value))
  if (platform !== null && run.platform !== null && platform !== run.platform) ignored.push(['platform', platform])
  if (run.target !== null && target !== run.target) ignored.push(['target', target])
  return ignored.length === 0 ? null : { flags: ignored.map(typed), next: 'app dev stop' }
}

function has({ flags, ready }: RunningDev, name: string, value: string | number | boolean): boolean {
  // The note of an older version does not contain the flags.
  if (flags === null || flags[name] === value) return true
  if (name === 'store') return ready?.store === value
  if (!ports.has(name)) return false
  const places: Readonly<Record<string, string | null | undefined>> = {
    port: ready?.gateway,
    'outbound-port': ready?.outbound,
    'inspector-port': ready?.inspector,
  }
  const url = places[name]
  return typeof url === 'string' && (value === 0 || new URL(url).port === String(value))
}

function typed([name, value]: readonly [string, string | number | boolean]): string {
  if (typeof value === 'boolean') return value ? `--${name}` : `--no-${name}`
  return `--${name} ${plainWord(String(value))}`
}
