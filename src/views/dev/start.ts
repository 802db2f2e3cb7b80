import type { DevEvent, InstalledEvent, ReadyEvent } from '../../dev/events/dev-event.ts'
import { bareAddress } from '../../text/bare-address.ts'
import { escapeCell } from '../../text/escape.ts'
import { address, step, type DevLooks } from './looks.ts'
import { dataAddress, pageRows } from './page-rows.ts'

type Of<K extends DevEvent['event']> = Extract<DevEvent, { event: K }>

/** Formats all addresses, one per line. */
export function readyBlock(event: ReadyEvent, looks: DevLooks): string {
  const { style, keys, pages } = looks
  const { target, app, tunnel, admin, storefront, portal, inspector, webhooks, store } = event
  const opener = (key: string, command: string) => (keys === true ? `${key} opens it` : command)
  const isEmulator = target === 'emulator'
  const lines = pageRows(
    [
      { name: 'App', url: app },
      { name: 'Public URL', url: tunnel },
      // Without a target, the command opens the emulator's admin.
      {
        name: 'Store admin',
        url: admin,
        signedIn: pages?.admin,
        ...((isEmulator || keys === true) && { opener: opener('a', 'app open admin') }),
      },
      { name: 'Storefront', url: storefront },
      { name: 'Portal', url: portal, signedIn: pages?.portal, opener: opener('p', 'app open portal') },
      { name: 'Data', url: dataAddress(portal, store), signedIn: pages?.data, opener: 'app open data' },
      {
        name: 'Inspector',
        url: inspector === null ? null : bareAddress(inspector),
        signedIn: inspector,
        opener: opener('w', 'app open inspector'),
      },
      { name: 'Webhooks', url: isEmulator ? null : webhooks },
    ],
    looks,
  )
  const where = isEmulator ? 'on the emulator' : `on the ${style.bold(target.toUpperCase())} platform`
  return [`${style.bold('Ready')} ${where}. Ctrl-C stops everything.`, ...lines].join('\n')
}

/** Returns the text of a step before the app starts, to join steps on one line. Null for any other event, and for one with a warning. */
export function startPart(event: DevEvent): string | null {
  if (event.event === 'emulator') return `emulator ${event.mode}`
  if (event.event === 'store') return storeText(event)
  if (event.event !== 'registered' || event.warnings.length > 0) return null
  return `${escapeCell(event.appKey)} ${event.created ? 'registered' : 'is registered'}`
}

export function storeText({ name, code, created }: Of<'store'>): string {
  return `test store ${escapeCell(name)} (${escapeCell(code)})${created ? ' created' : ''}`
}

/** Formats the one address that you have to open. Its ticket works once. */
export function installAddress({ url }: Of<'install-address'>, looks: DevLooks): string {
  const { bold } = looks.style
  return `${bold('➜ Install')}  ${bold(address(looks, url))}`
}

export function installedLine(event: InstalledEvent, { style }: DevLooks): string {
  const { storeName, storeId, regionId, regionCode, scopes, alreadyInstalled, storedIn } = event
  const region = regionId === null ? 'all regions' : escapeCell(regionCode ?? `region ${regionId}`)
  const where = `${escapeCell(storeName || `store ${storeId}`)}, ${region}`
  if (event.wantedScope !== undefined) {
    const fix = 'change install_scope in the developer console, uninstall the app in the store admin, then reinstall it'
    const what = `! installed in ${where}, but app.toml has install_scope = "${event.wantedScope}": ${fix}`
    return style.yellow(what)
  }
  const kept = alreadyInstalled || storedIn !== null ? '' : style.yellow(' (this tool did not store the token)')
  return `${step(style, `${alreadyInstalled ? 'already installed' : 'installed'} in ${where}: ${scopes.map(escapeCell).join(' ')}`)}${kept}`
}

/**
 * Returns the progress text after an event, or null if the event does not change it. Once
 * everything runs, only an app restart takes long enough to show.
 */
export function nextStep(event: DevEvent, isRunning: boolean): string | null {
  if (event.event === 'app-started') return `Starting ${event.command.map(escapeCell).join(' ')}`
  return isRunning && event.event !== 'restart' ? null : (steps[event.event] ?? null)
}

const steps: Readonly<Partial<Record<DevEvent['event'], string>>> = {
  emulator: 'Registering the app',
  registered: 'Searching for a test store',
  store: 'Opening the gateway',
  gateway: 'Starting the app',
  restart: 'Starting the app',
}

/** Returns whether an event ends the progress line. */
export function endsStep({ event }: DevEvent): boolean {
  return event === 'app-listening' || event === 'app-failed' || event === 'app-exited' || event === 'stopped'
}

/** Returns how to send the app its first event on the live platform. */
export function liveStep(installed: InstalledEvent | null): string {
  const region = installed?.regionCode ?? installed?.regionId ?? null
  const where = region === null ? '' : ` (region ${escapeCell(region)})`
  return `place an order in the store${where} to see its deliveries. Press t to send a test event, ? for all keys`
}

/** Returns how to send the app its first event on the emulator, and how the emulator's stores call a provider. */
export function firstStep(topics: readonly string[]): string {
  const others = topics.filter((topic) => topic !== 'app.uninstalled')
  if (others.some((topic) => topic.startsWith('order.'))) return 'press o to place an order, ? for all keys'
  const test = 'press t to send a test event, ? for all keys'
  return others.length === 0
    ? test
    : `${test}\n      for requests from stores, see \`app emulator provider create --help\``
}
