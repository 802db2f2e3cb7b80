import type { DevEvent, InstalledEvent, ReadyEvent } from '../../dev/events/dev-event.ts'
import { escapeCell } from '../../text/escape.ts'
import { address, step, type DevLooks } from './looks.ts'

type Of<K extends DevEvent['event']> = Extract<DevEvent, { event: K }>

/** Where everything is, one address a line. */
export function readyBlock(event: ReadyEvent, looks: DevLooks): string {
  const { style, keys } = looks
  const { target, app, tunnel, admin, storefront, portal, inspector, webhooks } = event
  const hint = (key: string, command: string) => style.dim(keys === true ? `  ${key} opens it` : `  ${command}`)
  const isEmulator = target === 'emulator'
  const rows: readonly (readonly [string, string | null, string?])[] = [
    ['App', app],
    ['From outside', tunnel],
    ['Store admin', admin, hint('a', isEmulator ? 'app store admin' : '`app open admin`')],
    ['Storefront', storefront],
    ['Portal', portal, hint('p', 'app portal')],
    ['Webhooks', webhooks],
  ]
  const lines = rows.flatMap(([name, url, after = '']) => (url === null ? [] : [row(name, address(looks, url), after)]))
  if (inspector !== null) lines.splice(-1, 0, row('Inspector', inspectorAddress(inspector, looks), hint('w', '')))
  const where = isEmulator ? 'on the emulator' : `on the ${style.bold(target.toUpperCase())} platform`
  return ['', `${style.bold('Ready')} ${where}; Ctrl-C stops everything.`, '', ...lines, ''].join('\n')
}

function row(name: string, what: string, after: string): string {
  return `  ${name.padEnd(13)}${what}${after}`.trimEnd()
}

/** Its token makes it longer than a line: it is left out where a link or a key leads there too. */
function inspectorAddress(url: string, looks: DevLooks): string {
  const short = url.replace(/[?#].*$/, '')
  return looks.keys === true && looks.links !== true ? address(looks, short) : address(looks, url, short)
}

/** The one address that a person has to open. */
export function installAddress({ opened, url, isSingleUse }: Of<'install-address'>, looks: DevLooks): string {
  const { bold } = looks.style
  const once = isSingleUse ? ' (once, within 5 minutes)' : ''
  const what = opened
    ? `Approve the app in the browser. Where none has opened, open this${once}:`
    : `Open this to install the app${once}:`
  return ['', bold(what), `➜ ${bold(address(looks, url))}`, ''].join('\n')
}

export function installedLine(event: InstalledEvent, { style }: DevLooks): string {
  const { storeName, storeId, regionId, regionCode, scopes, already, keptIn } = event
  const region = regionId === null ? 'all regions' : escapeCell(regionCode ?? `region ${regionId}`)
  const where = `${escapeCell(storeName || `store ${storeId}`)}, ${region}`
  const kept = already || keptIn !== null ? '' : style.yellow(' (the token was not stored here)')
  return `${step(style, `${already ? 'already installed' : 'installed'} in ${where}: ${scopes.map(escapeCell).join(' ')}`)}${kept}`
}

/**
 * What is being done after an event, for the progress line; null for an event that does not change it. Of what happens again once everything runs, only a start
 * of the app takes a while.
 */
export function nextStep(event: DevEvent, isRunning: boolean): string | null {
  if (event.event === 'app-started') return `Starting ${event.command.map(escapeCell).join(' ')}`
  return isRunning && event.event !== 'restart' ? null : (steps[event.event] ?? null)
}

const steps: Readonly<Partial<Record<DevEvent['event'], string>>> = {
  emulator: 'Registering the app',
  registered: 'Looking for a test store',
  store: 'Opening the gateway',
  gateway: 'Starting the app',
  restart: 'Starting the app',
}

/** The events that end the progress line. */
export function endsStep({ event }: DevEvent): boolean {
  return event === 'app-listening' || event === 'app-failed' || event === 'app-ended' || event === 'stopped'
}

/** What brings the app its first event on the live platform. */
export const liveStep = 'order something in the store; its deliveries show here. t sends a test event, ? lists all keys'

/** What brings the app its first event on the emulator, and how the stores of the emulator get to ask a provider. */
export function firstStep(topics: readonly string[]): string {
  const others = topics.filter((topic) => topic !== 'app.uninstalled')
  if (others.some((topic) => topic.startsWith('order.'))) return 'press o to place an order, ? for all keys'
  const test = 'press t to send a test event, ? for all keys'
  return others.length === 0 ? test : `${test}\n      app emulator provider open --help: how stores get to ask the app`
}
