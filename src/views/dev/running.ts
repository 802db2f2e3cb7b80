import type { PageLinks } from '../../control/pages/page-links.ts'
import { bareAddress } from '../../text/bare-address.ts'
import { escapeCell } from '../../text/escape.ts'
import { plainWord } from '../../text/shell.ts'
import { sentence, shownTime } from '../cells.ts'
import type { Looks } from '../view.ts'
import { dataAddress, pageRows, type RowLooks } from './page-rows.ts'

/** Shown if no run exists. */
export const NOT_RUNNING = '`app dev` is not running in this project.'

/** Terminal properties and the token that signs you in. */
export interface RunningLooks extends RowLooks, Pick<Looks, 'now'> {
  readonly pages?: PageLinks | null
  /** The inspector's address with its token. */
  readonly inspectorKey?: string | null
}

/** The parts of a running `app dev` that its lines show. */
export interface ShownRun {
  readonly state: 'starting' | 'ready' | 'degraded'
  /** Parts that are known to be down. */
  readonly down: readonly ('app' | 'platform')[]
  /** Why the app is down, if known. */
  readonly reason?: string | undefined
  readonly pid: number | null
  readonly appPid: number | null
  readonly dir: string
  /** False if the emulator no longer has this run's app. */
  readonly registered: boolean | null
  readonly installed: boolean | null
  /** Command that installs the app, or null if it is installed. */
  readonly next: string | null
  readonly missingScopes?: readonly string[]
  readonly missingTopics?: readonly string[]
  /** Region codes where the app is installed, and the other regions of its store. Omitted if unknown. */
  readonly installedRegions?: readonly string[]
  readonly otherRegions?: readonly string[]
  readonly since: string | null
  readonly log: string
  readonly target?: string | null
  readonly platform?: string
  /** The public address, or null without a tunnel. */
  readonly tunnel?: string | null
  readonly app?: string
  readonly gateway?: string
  readonly admin?: string | null
  readonly portal?: string | null
  readonly store?: string | null
  readonly inspector?: string | null
  readonly health?: string | null
}

/** Formats the line about flags without effect, because the start found a running session. */
export function ignoredLine({ flags, next }: { readonly flags: readonly string[]; readonly next: string }): string {
  const words = flags.map(escapeCell).join(', ')
  return `\`app dev\` was already running, so ${words} had no effect. Run \`${next}\`, then start \`app dev\` again.`
}

function stateText({ state, down, registered, dir, target }: ShownRun): string {
  const place = `in ${escapeCell(dir)}`
  if (state === 'starting') return `is starting ${place}`
  if (state === 'ready') return `is running ${place}`
  const running = `is running ${place}, but the`
  if (down.length === 0 && registered === false)
    return `${running} app is no longer registered on the emulator. Restart \`app dev\`.`
  const platform = target === 'live' ? 'platform' : 'emulator'
  if (down.length === 0) return `${running} app or the ${platform} is down`
  const parts = down.map((part) => (part === 'platform' ? platform : part))
  return `${running} ${parts.join(' and the ')} ${parts.length === 1 ? 'is' : 'are'} down`
}

/** Formats the reason and the next step if a part is down. */
function downLines({ state, down, registered, reason }: ShownRun, { width = 0 }: RunningLooks): string[] {
  if (state !== 'degraded' || (down.length === 0 && registered === false)) return []
  const restart = down.includes('app') ? ' Press R in its terminal to restart the app.' : ''
  const why = reason ? [`Reason: ${escapeCell(reason)}`] : []
  return [...why, `Run \`app dev logs\` to see why.${restart}`].map((text) => sentence(text, { width }))
}

/** Formats the state of an `app dev` and the addresses of its parts. */
export function runningLines(run: ShownRun, looks: RunningLooks): string {
  const { pid, appPid, since, log, target, platform, tunnel, app, gateway, health } = run
  const isLive = target === 'live'
  const rows: readonly (readonly [string, string | number | null | undefined])[] = [
    ['App', app],
    ['Installed', installedText(run)],
    ['Gateway', gateway],
    ['Health', health],
    // A run against the live platform does not use the emulator.
    ['Target', isLive ? 'live' : null],
    ['Public', isLive ? tunnel : null],
    ['Platform', isLive ? null : platform],
    ['Since', since && shownTime(since, { ...looks, width: looks.width ?? 0 })],
    ['Pid', pid === null ? null : `${pid}, app ${appPid ?? 'none'}`],
    ['Log', log],
  ]
  const lines = rows.flatMap(([name, value]) =>
    value == null ? [] : [`  ${name.padEnd(13)}${escapeCell(String(value))}`],
  )
  const heading = `${looks.style.bold('app dev')} ${stateText(run)}`
  return [heading, ...downLines(run, looks), ...lines.slice(0, 2), ...pageLines(run, looks), ...lines.slice(2)].join(
    '\n',
  )
}

function pageLines(run: ShownRun, looks: RunningLooks): string[] {
  const { admin = null, portal = null, store = null, inspector = null, target } = run
  const { pages, inspectorKey } = looks
  return pageRows(
    [
      {
        name: 'Store admin',
        url: admin,
        signedIn: pages?.admin,
        ...(target !== 'live' && { opener: 'app open admin' }),
      },
      { name: 'Portal', url: portal, signedIn: pages?.portal, opener: 'app open portal' },
      { name: 'Data', url: dataAddress(portal, store), signedIn: pages?.data, opener: 'app open data' },
      {
        name: 'Inspector',
        url: inspector === null ? null : bareAddress(inspector),
        signedIn: inspectorKey,
        opener: 'app open inspector',
      },
    ],
    looks,
  )
}

function installedText(run: ShownRun): string | null {
  const { installed, next, installedRegions = [], otherRegions = [], store } = run
  const [other] = otherRegions
  if (next !== null) return installed === true ? `yes, ${missingText(run)}: ${next}` : `not yet: ${next}`
  if (installedRegions.length > 0 && other !== undefined) {
    const flags = `${store == null ? '' : ` --store ${plainWord(store)}`} --region ${other}`
    return `${installedRegions.join(', ')} (not ${otherRegions.join(', ')}: app install --approve${flags})`
  }
  return installed === null ? null : 'yes'
}

function missingText({ missingScopes = [], missingTopics = [] }: ShownRun): string {
  return [
    ...(missingScopes.length === 0 ? [] : [`${missingScopes.join(', ')} not granted`]),
    ...(missingTopics.length === 0 ? [] : [`not subscribed to ${missingTopics.join(', ')}`]),
  ].join('; ')
}
