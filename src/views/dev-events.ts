import type {
  DeliveryEvent,
  DevEvent,
  EmulatorEvent,
  InstalledEvent,
  ReadyEvent,
  RefusedEvent,
} from '../dev/dev-event.ts'
import { escapeCell } from '../terminal/escape.ts'
import type { Paint, Style } from '../terminal/style.ts'

/** One event of `app dev` as a line (or a few) for a person. Foreign text is escaped; nothing secret is in an event. */
export function devEventLine(event: DevEvent, style: Style): string {
  switch (event.event) {
    case 'emulator':
      return emulatorLine(event, style)
    case 'registered':
      return [
        step(style, `${escapeCell(event.appKey)} ${event.created ? 'registered' : 'is registered'}`),
        ...event.warnings.map((warning) => style.yellow(`  ! ${escapeCell(warning)}`)),
      ].join('\n')
    case 'store':
      return step(
        style,
        `test store ${escapeCell(event.name)} (${escapeCell(event.code)})${event.opened ? ' opened' : ''}`,
      )
    case 'gateway':
      return step(
        style,
        `gateway ${event.url}: deliveries at ${event.webhookUrl}, API calls of the app by ${event.outbound}`,
      )
    case 'app-started':
      return step(style, `your app: ${event.command.map(escapeCell).join(' ')} (pid ${event.pid})`)
    case 'app-output':
      return `${style.dim(event.stream === 'stderr' ? 'app !' : 'app |')} ${escapeCell(event.line)}`
    case 'ready':
      return readyLines(event, style)
    case 'install-address':
      return `${event.opened ? 'Approve the app in the browser' : 'Open this to install the app'}: ${event.url}`
    case 'installed':
      return installedLine(event, style)
    case 'delivery':
      return deliveryLine(event, style)
    case 'refused':
      return refusedLine(event, style)
    case 'call': {
      const pin = event.pin === null ? '' : ` region ${escapeCell(event.pin)}`
      const note = event.note === null ? '' : style.yellow(` ${callNotes[event.note] ?? event.note}`)
      const words = `${event.method} ${escapeCell(event.path)}${pin}  ${status(event.status, style)}  ${event.ms} ms`
      return `${style.cyan('->')} ${words}${note}`
    }
    case 'order-placed':
      return step(style, `order ${escapeCell(event.orderNumber)} placed in ${escapeCell(event.store)}: ${event.why}`)
    case 'notice':
      return style.yellow(event.text)
    case 'stopped':
      return style.dim(`Stopped: ${event.reason}.`)
  }
}

const callNotes: Readonly<Record<string, string>> = {
  'token-exchange': 'the token was issued; it is in this answer only',
  'pin-missing': 'a store-wide token needs a region here: send X-Region-Id',
  'platform-unreachable': 'the platform does not answer',
  'redirect-refused': 'a redirect, which is never followed',
  'answer-broken-off': 'the answer broke off',
}

function step({ green }: Style, text: string): string {
  return `${green('✓')} ${text}`
}

function emulatorLine({ how, api, admin, portal }: EmulatorEvent, style: Style): string {
  return step(style, `emulator ${how}: API ${api}, admin ${admin}, portal ${portal}`)
}

function readyLines({ app, admin, target }: ReadyEvent, { bold }: Style): string {
  return `${bold('Ready')} on ${target}. Your app: ${app}  Store admin: ${admin}  Ctrl-C stops everything.`
}

function installedLine(
  { storeName, storeId, regionId, scopes, already, keptIn }: InstalledEvent,
  style: Style,
): string {
  const where = `${escapeCell(storeName || `store ${storeId}`)}${regionId === null ? ', all regions' : `, region ${regionId}`}`
  const verb = already ? 'is installed' : 'installed'
  const kept = already
    ? ''
    : keptIn === null
      ? style.yellow(' (the token was not stored here)')
      : ` (token in ${escapeCell(keptIn)})`
  return `${step(style, `${verb} in ${where}: ${scopes.map(escapeCell).join(' ')}`)}${kept}`
}

function deliveryLine(event: DeliveryEvent, style: Style): string {
  const { topic, eventId, storeId, regionId, ms, mark, outcome, error } = event
  const place = `store ${storeId}${regionId === null ? '' : ` region ${escapeCell(regionId)}`}`
  const notes = [mark === 'first' ? '' : mark, outcome === 'forwarded' ? '' : outcome, error ?? ''].filter(
    (note) => note !== '',
  )
  const remark = notes.length === 0 ? '' : style.yellow(`  ${notes.join(', ')}`)
  const what = `${style.bold(escapeCell(topic))} ${escapeCell(eventId ?? 'without eventId')} ${place}`
  return `${style.cyan('<-')} ${what}  ${style.green('verified')}  ${status(event.status, style)}  ${ms} ms${remark}`
}

function refusedLine({ reason, status: code, count, hint }: RefusedEvent, style: Style): string {
  const times = count === 1 ? '' : ` (${count} times so far)`
  return style.red(`<- refused ${code} ${reason}${times}`) + (hint === null ? '' : `\n   ${hint}`)
}

function status(code: number | null, style: Style): string {
  if (code === null) return style.red('no answer')
  const paint: Paint = code < 300 ? style.green : code < 500 ? style.yellow : style.red
  return paint(String(code))
}
