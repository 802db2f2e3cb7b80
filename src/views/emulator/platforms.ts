import { table } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import type { View } from '../view.ts'

/** The parts of a platform that its table shows. */
export interface ShownPlatform {
  readonly name: string
  readonly folder: string
  readonly project: string | null
  readonly projectMissing: boolean
  readonly current: boolean
  readonly running: { readonly api: string; readonly since: string } | null
  readonly bytes: number
}

const MB = 1_000_000

/** Formats all platforms. A star marks the platform that commands in this project use. */
export const platformTable: View<readonly ShownPlatform[]> = (platforms, looks) =>
  table(
    platforms,
    [
      { header: 'PLATFORM', rank: 9, cell: ({ name, current }) => `${name}${current ? ' *' : ''}` },
      { header: 'RUNNING SINCE', kind: 'time', rank: 7, cell: ({ running }) => running?.since ?? '' },
      { header: 'PORTS', rank: 8, cell: ({ running }) => (running === null ? '' : portsFrom(running.api)) },
      { header: 'MB', kind: 'number', rank: 5, cell: ({ bytes }) => (bytes / MB).toFixed(1) },
      { header: 'PROJECT', rank: 6, cell: ({ project, projectMissing }) => projectCell(project, projectMissing) },
      { header: 'STATE', rank: 4, cell: ({ folder }) => folder },
    ],
    looks,
  )

/** Returns the emulator's four consecutive ports. */
function portsFrom(api: string): string {
  const first = Number(URL.parse(api)?.port)
  return `${first}-${first + 3}`
}

function projectCell(project: string | null, isGone: boolean): string {
  if (project === null) return ''
  return `${project}${isGone ? ' (missing)' : ''}`
}

/** Lists the data that deleting the platforms would delete, one line each. */
export function prunedLines(platforms: readonly ShownPlatform[]): string {
  return platforms
    .map(({ name, project, bytes }) => `${name}  ${escapeCell(project ?? '')}  ${(bytes / MB).toFixed(1)} MB`)
    .join('\n')
}
