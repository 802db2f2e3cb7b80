import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

import { failed, ok, skipped, warning, type Check } from '../check.ts'

const MB = 1024 * 1024

export interface DiskLimits {
  readonly failBelow: number
  readonly warnBelow: number
}

/** A journal row has a few kB, a seeded store up to some 100 MB. */
export const disk: Check = diskCheck({ failBelow: 20 * MB, warnBelow: 500 * MB })

/** Room where state is kept, in bytes. */
export function diskCheck({ failBelow, warnBelow }: DiskLimits): Check {
  return {
    id: 'disk',
    group: 'machine',
    title: 'disk',
    run: ({ context: { paths } }) => {
      const place = nearestFolder(paths.home)
      const { bavail, bsize, blocks } = statfsSync(place)
      if (blocks === 0) return skipped(`${place} does not tell how much room it has`)
      const free = bavail * bsize
      const more = { details: { place, freeBytes: free }, remedy: 'Make room, or point SVCAPP_HOME at another disk.' }
      const found = `${Math.floor(free / MB)} MB free for ${paths.home}`
      if (free < failBelow) return failed(`${found}: deliveries cannot be journaled for long`, more)
      return free < warnBelow ? warning(found, more) : ok(found, { details: more.details })
    },
  }
}

/** The folder itself, or the nearest one above it that is there. */
export function nearestFolder(path: string): string {
  let place = path
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  return place
}
