import type { DevEvent, FailureEvent, PortalEvent, TimedEvent } from '../../dev/events/dev-event.ts'
import type { EmulatorBackEvent } from '../../dev/events/platform-event.ts'
import { withoutColour } from '../../terminal/width.ts'
import { wrap } from '../../terminal/wrap.ts'
import { escapeCell, escapeForeign } from '../../text/escape.ts'
import { consoleLines } from '../console.ts'
import {
  configLine,
  consentLine,
  endedLine,
  failedLines,
  listeningLine,
  outputLine,
  restartLine,
} from './app-process.ts'
import { clock, step, type DevLooks } from './looks.ts'
import { installAddress, installedLine, readyBlock, storeText } from './start.ts'
import {
  arrivalLine,
  attemptLine,
  callLine,
  deliveryLine,
  heldLine,
  rejectedLine,
  tokenBackLine,
  tokenDeadLine,
  uninstalledLine,
  unsubscribedLine,
  INDENT,
} from './stream.ts'

type Kind = DevEvent['event']

type Lines = { readonly [K in Kind]: (event: Extract<TimedEvent, { event: K }>, looks: DevLooks) => string }

const lines: Lines = {
  emulator: ({ mode, platform, folder }, { style }) =>
    step(style, `emulator ${mode}, platform ${platform}, state in ${escapeCell(folder)}`),
  'emulator-stopped': ({ next }, { style }) => style.red(`! the emulator stopped: ${next}`),
  'emulator-restarted': ({ change }, { style }) =>
    change === null ? step(style, 'the emulator is running again') : style.red(`! ${backWords[change]}`),
  registered: ({ appKey, created, warnings }, { style }) =>
    [
      step(style, `${escapeCell(appKey)} ${created ? 'registered' : 'is registered'}`),
      ...warnings.map((warning) => style.yellow(`  ! ${escapeCell(warning)}`)),
    ].join('\n'),
  store: (event, { style }) => step(style, storeText(event)),
  gateway: ({ url }, { style }) => step(style, `gateway ${url}`),
  listening: ({ url, forwardTo }, { style }) =>
    step(
      style,
      `listening at ${url}${forwardTo === null ? ', accepting every delivery' : `, forwarding to ${escapeCell(forwardTo)}`}`,
    ),
  'app-started': () => '',
  'app-listening': (event, { style }) => listeningLine(event, style),
  'app-failed': failedLines,
  'app-output': outputLine,
  'app-exited': (event, { style }) => endedLine(event, style),
  restart: (event, { style }) => restartLine(event, style),
  config: (event, { style }) => configLine(event, style),
  'consent-needed': consentLine,
  arrival: arrivalLine,
  attempt: attemptLine,
  'slow-delivery': heldLine,
  ready: readyBlock,
  'tunnel-up': ({ url, protocol }, { style }) =>
    step(style, `tunnel ${escapeCell(url)} reaches this machine${protocol === null ? '' : ` (${protocol})`}`),
  'tunnel-down': ({ reason: why, retryInMs }, { style }) =>
    style.red(`! THE TUNNEL IS DOWN (${escapeCell(why)}): nothing from the internet arrives`) +
    `${retryInMs === null ? '' : `, restarting in ${Math.round(retryInMs / 1000)} s`}. Events sent meanwhile arrive only if the platform resends them later.`,
  'tunnel-changed': ({ from, to }, { style }) =>
    style.yellow(`! THE PUBLIC ADDRESS HAS CHANGED from ${escapeCell(from)} to ${escapeCell(to)}`),
  'tunnel-notice': ({ text }, { style }) => style.yellow(escapeCell(text)),
  live: ({ appKey, api, admin }, { style }) =>
    step(style, style.bold(`LIVE platform, ${appKey}: API ${api}, store admin ${admin}`)),
  portal: portalLine,
  verified: ({ storeId, storeCode, regions, problem, paymentPending = false }, { style }) =>
    paymentPending
      ? style.red(`! ${escapeCell(storeCode ?? `store ${storeId}`)}: ${escapeCell(problem ?? '')}`)
      : problem === null
        ? step(
            style,
            `verified: the platform accepts the token, store ${escapeCell(storeCode ?? storeId)}, regions ${regions.map(escapeCell).join(' ')}`,
          )
        : style.red(`! the token could not be verified: ${escapeCell(problem)}`),
  'install-address': installAddress,
  installed: installedLine,
  delivery: deliveryLine,
  rejected: rejectedLine,
  call: callLine,
  unsubscribed: unsubscribedLine,
  uninstalled: uninstalledLine,
  'token-invalid': tokenDeadLine,
  'token-restored': tokenBackLine,
  failure: failureLines,
  'order-placed': ({ orderNumber, store, reason: why }, { style }) =>
    step(style, `order ${escapeCell(orderNumber)} placed in ${escapeCell(store)}: ${escapeCell(why)}`),
  notice: ({ text, minor = false }, { style }) => (minor ? style.dim : style.yellow)(escapeCell(text)),
  stopped: ({ reason }, { style }) => style.dim(`Stopped: ${reason}.`),
}

const backWords: Readonly<Record<NonNullable<EmulatorBackEvent['change']>, string>> = {
  addresses: 'the emulator is running again, but at different addresses: press q to stop, then run `app dev`',
  data: 'another emulator with other data is running: press q to stop, then run `app dev`',
}

/** Formats one event of `app dev` as one line, several, or none (''). Untrusted text is escaped. Events contain no secrets. */
export function devEventLine(event: TimedEvent, looks: DevLooks): string {
  // The record's type guarantees that each formatter accepts the event of its name.
  const line = lines[event.event] as (event: TimedEvent, looks: DevLooks) => string
  const text = line(event, looks)
  return broken(looks.nameTarget?.(text) ?? text, looks.width ?? 0)
}

/**
 * Formats events in sequence. An arrival is shown only if another event precedes its result, so
 * that the app's output and calls appear below the delivery that caused them.
 */
export function createDevLines(): typeof devEventLine {
  const arrived = new Map<number, TimedEvent>()
  return (event, looks) => {
    if (event.event === 'arrival') {
      arrived.set(event.deliveryId, event)
      return ''
    }
    if (endsArrival(event)) arrived.delete(event.deliveryId ?? 0)
    const text = devEventLine(event, looks)
    if (text === '' || !effects.has(event.event)) return text
    const causes = [...arrived.values()].map((cause) => devEventLine(cause, looks))
    arrived.clear()
    return [...causes, text].join('\n')
  }
}

const effects: ReadonlySet<Kind> = new Set(['app-output', 'app-exited', 'call'])

function endsArrival(
  event: TimedEvent,
): event is Extract<TimedEvent, { event: 'delivery' | 'attempt' | 'slow-delivery' }> {
  return event.event === 'delivery' || event.event === 'attempt' || event.event === 'slow-delivery'
}

const begun = /^(?:(\d\d:\d\d:\d\d)|( {2}app [|!])|(\s))/

/** Wraps long lines and indents the rest to the end of the time or app name, or else by a little. */
function broken(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrap(line, width, hangingOf(line)))
    .join('\n')
}

function hangingOf(line: string): string {
  const [, time, app, space] = begun.exec(withoutColour(line)) ?? []
  return ' '.repeat(time !== undefined ? INDENT.length : app !== undefined ? 6 : space !== undefined ? 0 : 2)
}

function failureLines({ failed, response, output: printed, next }: FailureEvent, looks: DevLooks): string {
  const { style } = looks
  const quoted = (text: string) => text.split('\n').map((line) => `  ${style.dim('│')} ${line}`)
  const answer = response === null ? [] : quoted(escapeForeign(response))
  const output =
    printed.length === 0
      ? []
      : [style.dim('  App output for this delivery:'), ...printed.flatMap((line) => quoted(escapeForeign(line)))]
  const commands = next.map((command) => `  ${style.bold(escapeCell(command))}`)
  // Lines of the gateway's traffic start with their time, other lines have none.
  const [time, line] = [clock(style, failed.at), devEventLine(failed, looks)]
  const timed = line.startsWith(time) ? line : time + line
  return [style.bold('The last failure:'), timed, ...answer, ...output, ...commands].join('\n')
}

const advices: Readonly<Record<'change' | 'compare', (key: string) => string>> = {
  change: (key) => `Enter these values in the developer console for ${key} (this tool cannot read or change it):`,
  compare: (key) =>
    `The developer console must already show exactly these values for the published ${key}. Change nothing there:`,
}

/** A comparison changes nothing, so it has no consequences. */
const comparable = (changes: PortalEvent['changes']) => changes.map((one) => ({ ...one, consequences: [] }))

function portalLine({ advice, appKey, changes, note }: PortalEvent, { style, width = 0, keys }: DevLooks): string {
  if (advice === 'none') return step(style, `the developer console needs no changes for ${appKey}`)
  const looks = { style, width, indent: '  ' }
  const then = keys === true ? 'then press i' : 'then run `app install --target live`'
  const isInstall = advice === 'change-then-install'
  return [
    ...(isInstall
      ? [
          style.yellow(`! Enter these values in the developer console for ${appKey} first, ${then}:`),
          ...consoleLines(changes, looks),
        ]
      : [
          style.bold(advices[advice](appKey)),
          ...consoleLines(advice === 'compare' ? comparable(changes) : changes, looks),
        ]),
    ...(note === null ? [] : [`  ${style.yellow(note)}`]),
  ].join('\n')
}
