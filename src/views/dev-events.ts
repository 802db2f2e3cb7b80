import type {
  AttemptEvent,
  CallEvent,
  DeliveryEvent,
  DevEvent,
  InstalledEvent,
  PortalEvent,
  RefusedEvent,
} from '../dev/dev-event.ts'
import type { Paint, Style } from '../terminal/style.ts'
import { escapeCell } from '../values/escape.ts'

type Kind = DevEvent['event']

type Lines = { readonly [K in Kind]: (event: Extract<DevEvent, { event: K }>, style: Style) => string }

const lines: Lines = {
  emulator: ({ how, api, admin, portal }, style) =>
    step(style, `emulator ${how}: API ${api}, admin ${admin}, portal ${portal} (app portal opens it)`),
  registered: ({ appKey, created, warnings }, style) =>
    [
      step(style, `${escapeCell(appKey)} ${created ? 'registered' : 'is registered'}`),
      ...warnings.map((warning) => style.yellow(`  ! ${escapeCell(warning)}`)),
    ].join('\n'),
  store: ({ name, code, opened }, style) =>
    step(style, `test store ${escapeCell(name)} (${escapeCell(code)})${opened ? ' opened' : ''}`),
  gateway: ({ url, webhookUrl, outbound }, style) =>
    step(style, `gateway ${url}: deliveries at ${webhookUrl}, API calls of the app by ${outbound}`),
  listening: ({ url, forwardTo }, style) =>
    step(
      style,
      `listening at ${url}${forwardTo === null ? '; every delivery is taken' : `, forwarding to ${escapeCell(forwardTo)}`}`,
    ),
  'app-started': ({ command, pid }, style) =>
    step(style, `your app: ${command.map(escapeCell).join(' ')} (pid ${pid})`),
  'app-output': ({ stream, line }, style) =>
    `${style.dim(stream === 'stderr' ? 'app !' : 'app |')} ${escapeCell(line)}`,
  'app-ended': ({ how, restartInMs }, style) =>
    style.red(`! your app has ended (${escapeCell(how)})`) + `; started again in ${restartInMs / 1000} s`,
  attempt: attemptLine,
  ready: ({ app, admin, inspector, target, tunnel }, { bold }) =>
    [
      `${bold('Ready')} on ${target}. Your app: ${app}${tunnel === null ? '' : `, from outside ${tunnel}`}  Store admin: ${admin}  Ctrl-C stops everything.`,
      ...(inspector === null ? [] : [`Inspector: ${inspector}`]),
    ].join('\n'),
  'tunnel-up': ({ url, protocol }, style) =>
    step(style, `tunnel ${escapeCell(url)} leads here${protocol === null ? '' : ` (${protocol})`}`),
  'tunnel-down': ({ why, retryInMs }, style) =>
    style.red(`! THE TUNNEL IS DOWN (${escapeCell(why)}): nothing from the internet gets here`) +
    `${retryInMs === null ? '' : `; started again in ${Math.round(retryInMs / 1000)} s`}. What is sent meanwhile was not received, and nothing here says otherwise.`,
  'tunnel-changed': ({ from, to }, style) =>
    style.yellow(`! THE PUBLIC ADDRESS HAS CHANGED from ${escapeCell(from)} to ${escapeCell(to)}`),
  'tunnel-notice': ({ text }, { yellow }) => yellow(escapeCell(text)),
  live: ({ api, admin }, style) => step(style, style.bold(`LIVE platform: API ${api}, store admin ${admin}`)),
  portal: portalLine,
  verified: ({ storeId, storeCode, regions, problem }, style) =>
    problem === null
      ? step(
          style,
          `verified: the platform knows the token, store ${escapeCell(storeCode ?? storeId)}, regions ${regions.map(escapeCell).join(' ')}`,
        )
      : style.red(`! the token could not be verified: ${escapeCell(problem)}`),
  'install-address': ({ opened, url, isSingleUse }) =>
    `${opened ? 'Approve the app in the browser' : `Open this to install the app${isSingleUse ? ' (once, within 5 minutes)' : ''}`}: ${url}`,
  installed: installedLine,
  delivery: deliveryLine,
  refused: refusedLine,
  call: callLine,
  'order-placed': ({ orderNumber, store, why }, style) =>
    step(style, `order ${escapeCell(orderNumber)} placed in ${escapeCell(store)}: ${why}`),
  notice: ({ text }, { yellow }) => yellow(escapeCell(text)),
  stopped: ({ reason }, { dim }) => dim(`Stopped: ${reason}.`),
}

/** One event of `app dev` as a line (or a few) for a person. Foreign text is escaped; nothing secret is in an event. */
export function devEventLine(event: DevEvent, style: Style): string {
  // Each line takes the event of its own name; the record's type has checked that.
  const line = lines[event.event] as (event: DevEvent, style: Style) => string
  return line(event, style)
}

const callNotes: Readonly<Record<string, string>> = {
  'token-exchange': 'the token was issued; it is in this answer only',
  'partial-failure': '200, but rows failed: read results',
  'pin-ignored': 'the token is locked to another region: the platform ignores this pin',
  unpinned: 'no region was named: send X-Region-Id',
  'pin-missing': 'a store-wide token needs a region here: send X-Region-Id',
  'platform-unreachable': 'the platform does not answer',
  'redirect-refused': 'a redirect, which is never followed',
  'answer-broken-off': 'the answer broke off',
  'answer-invalid': 'the answer is no HTTP that can be passed on',
}

function step({ green }: Style, text: string): string {
  return `${green('✓')} ${text}`
}

function callLine({ method, path, pin, status: code, ms, note, hint }: CallEvent, style: Style): string {
  const region = pin === null ? '' : ` region ${escapeCell(pin)}`
  const remark = note === null ? '' : style.yellow(` ${callNotes[note] ?? note}`)
  const told = typeof hint === 'string' ? `\n   ${style.yellow('hint:')} ${escapeCell(hint)}` : ''
  return `${style.cyan('->')} ${escapeCell(method)} ${escapeCell(path)}${region}  ${status(code, style)}  ${ms} ms${remark}${told}`
}

function installedLine(
  { storeName, storeId, regionId, scopes, already, keptIn }: InstalledEvent,
  style: Style,
): string {
  const where = `${escapeCell(storeName || `store ${storeId}`)}${regionId === null ? ', all regions' : `, region ${regionId}`}`
  const verb = already ? 'already installed' : 'installed'
  const kept = already
    ? ''
    : keptIn === null
      ? style.yellow(' (the token was not stored here)')
      : ` (token in ${escapeCell(keptIn)})`
  return `${step(style, `${verb} in ${where}: ${scopes.map(escapeCell).join(' ')}`)}${kept}`
}

function deliveryLine(event: DeliveryEvent, style: Style): string {
  const { topic, eventId, storeId, regionId, ms, mark, outcome, error, bodyStoreId = null } = event
  const place = `store ${storeId}${regionId === null ? '' : ` region ${escapeCell(regionId)}`}`
  const other = bodyStoreId === null ? '' : `another store in its body: ${escapeCell(bodyStoreId)}`
  const notes = [mark === 'first' ? '' : mark, outcome === 'forwarded' ? '' : outcome, error ?? '', other].filter(
    (note) => note !== '',
  )
  const remark = notes.length === 0 ? '' : style.yellow(`  ${notes.join(', ')}`)
  const what = `${style.bold(escapeCell(topic))} ${escapeCell(eventId ?? 'without eventId')} ${place}`
  return `${style.cyan('<-')} ${what}  ${style.green('verified')}  ${status(event.status, style)}  ${ms} ms${remark}`
}

function attemptLine(event: AttemptEvent, style: Style): string {
  const { deliveryId, topic, eventId, status: code, error, ms, state, nextAttemptAt } = event
  const what = `${style.cyan('=>')} ${deliveryId} ${style.bold(escapeCell(topic))} ${escapeCell(eventId ?? 'without eventId')}`
  const said = code === null ? style.red(error ?? 'no answer') : status(code, style)
  const then = nextAttemptAt === null ? '' : `, again at ${nextAttemptAt.slice(11, 19)}`
  return `${what}  ${said}  ${ms} ms  ${state === 'delivered' ? style.green(state) : style.yellow(state + then)}`
}

function refusedLine({ reason, status: code, count, hint }: RefusedEvent, style: Style): string {
  const times = count === 1 ? '' : ` (${count} times so far)`
  return style.red(`<- refused ${code} ${reason}${times}`) + (hint === null ? '' : `\n   ${hint}`)
}

const advices: Readonly<Record<PortalEvent['advice'], string>> = {
  change: 'Enter this in the developer console (nobody else can, and the platform does not tell what it has):',
  compare: 'The console of a published app must show exactly this already; change nothing there:',
  none: '',
}

function portalLine({ advice, changes, assumed }: PortalEvent, style: Style): string {
  if (advice === 'none') return step(style, 'the console needs no change since last time')
  const width = Math.max(...changes.map(({ field }) => field.length))
  return [
    style.bold(advices[advice]),
    ...changes.flatMap(({ field, value, before }) => [
      `  ${field.padEnd(width)}  ${escapeCell(value)}`,
      ...(before === null ? [] : [style.dim(`  ${' '.repeat(width)}  was ${escapeCell(before)}`)]),
    ]),
    ...(advice === 'change'
      ? ['  Were the app published, another appUrl would send it back to review, its panels dark meanwhile (A17).']
      : []),
    ...(assumed === null ? [] : [style.yellow(`  ${assumed}`)]),
  ].join('\n')
}

function status(code: number | null, style: Style): string {
  if (code === null) return style.red('no answer')
  const paint: Paint = code < 300 ? style.green : code < 500 ? style.yellow : style.red
  return paint(String(code))
}
