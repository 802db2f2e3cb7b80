import type { PortPart } from '../../dev/ports/port-note.ts'
import type { DevPorts } from '../../dev/stage.ts'
import type { TunnelChoice } from '../../tunnel/tunnel.ts'
import { parseDuration } from '../duration.ts'

interface PortFlags {
  readonly port: number
  readonly 'outbound-port': number
  readonly 'emulator-port': number
  readonly inspector: boolean
  readonly 'inspector-port': number
}

/** The ports of the flags. */
export function portsOf(flags: PortFlags): DevPorts {
  return {
    gateway: flags.port,
    outbound: flags['outbound-port'],
    emulator: flags['emulator-port'],
    inspector: flags.inspector ? flags['inspector-port'] : null,
  }
}

/** What no flag has decided. A tunnel with a fixed address leads to one port. */
export function wishesOf(
  given: Readonly<Record<string, FlagFacts | undefined>>,
  tunnel: TunnelChoice | null,
): Set<PortPart> {
  const byFlag: readonly (readonly [PortPart, string])[] = [
    ['emulator', 'emulator-port'],
    ['gateway', 'port'],
    ['outbound', 'outbound-port'],
    ['inspector', 'inspector-port'],
  ]
  const wished = byFlag.filter(([, flag]) => given[flag]?.setFromDefault === true).map(([part]) => part)
  const wishes = new Set<PortPart>(['app', ...wished])
  if (tunnel !== null && tunnel.kind !== 'quick') wishes.delete('gateway')
  return wishes
}

interface FlagFacts {
  readonly setFromDefault?: boolean
}

/** The pauses between the tries in ms; null without --ack. Raises `usage.invalid`. */
export function ackDelays(flags: { readonly ack: boolean; readonly 'retry-delays': string }): readonly number[] | null {
  return flags.ack ? flags['retry-delays'].split(',').map((delay) => parseDuration(delay.trim())) : null
}
