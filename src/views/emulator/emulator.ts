import type { ClockAnswer, EmulatorStatus, EmulatorUrls } from '../../control/contract.ts'
import { counted } from '../cells.ts'
import { pageRows, type RowLooks } from '../dev/page-rows.ts'
import { faultLine } from './faults.ts'

/** Formats the emulator's time and its offset from this machine's clock. */
export function clockLine({ now, offsetMs }: ClockAnswer): string {
  return `${now} (${offsetMs / 1000} s ahead)`
}

/** Sites that require sign-in, and the command that opens each one signed in. */
const waysIn: Partial<Record<string, string>> = {
  admin: 'app store admin signs you in',
  portal: 'app portal opens it',
}

export type StartedPages = Partial<Record<keyof EmulatorUrls, string>>

/** Formats the addresses of the emulator's four sites, one per line. `pages` are the addresses that sign you in, for a terminal. */
export function addressLines(urls: EmulatorUrls, pages: StartedPages | null = null, looks?: RowLooks): string {
  if (pages !== null && looks !== undefined) {
    const row = (name: keyof EmulatorUrls) => ({ name, url: urls[name], signedIn: pages[name] })
    return pageRows((['api', 'admin', 'portal', 'storefront'] as const).map(row), looks).join('\n')
  }
  return Object.entries(urls)
    .map(([site, url]) => line(site, waysIn[site] === undefined ? url : `${url}  (${waysIn[site]})`))
    .join('\n')
}

/** Formats whether the emulator runs, its addresses and its contents. */
export function statusView({
  pid,
  version,
  startedAt,
  urls,
  clock,
  apps,
  stores,
  queue,
  faults,
}: EmulatorStatus): string {
  return [
    line('running', `pid ${pid}, version ${version}, since ${startedAt}`),
    addressLines(urls),
    line('clock', clockLine(clock)),
    line('apps', String(apps)),
    line('stores', String(stores)),
    line(
      'queue',
      `${queue.pending} pending, ${queue.delivered} delivered, ${counted(queue.dead_letter, 'dead letter')}`,
    ),
    line('faults', faults.length === 0 ? 'none' : faults.map((fault) => faultLine(fault)).join('\n           ')),
  ].join('\n')
}

function line(name: string, text: string): string {
  return name.padEnd(11) + text
}
