import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

import { failed, ok, skipped, warning, type Check } from '../check.ts'

const MB = 1024 * 1024

/** A journal row takes a few kB, a seeded store up to about 100 MB. */
const FAIL_BELOW = 20 * MB
const WARN_BELOW = 500 * MB

/** Checks the free space for the state. */
export const disk: Check = {
  id: 'disk',
  group: 'machine',
  title: 'disk',
  run: ({ context: { paths } }) => {
    const place = nearestFolder(paths.home)
    const { bavail, bsize, blocks } = statfsSync(place)
    if (blocks === 0) return skipped(`${place} does not report its free space`)
    const free = bavail * bsize
    const details = { place, freeBytes: free }
    const remedy = 'Free some space, or set SVCAPP_HOME to a folder on another disk.'
    const found = `${Math.floor(free / MB)} MB free for ${paths.home}`
    if (free < FAIL_BELOW) return failed(`${found}. Soon no delivery can be journaled`, { remedy, details })
    return free < WARN_BELOW ? warning(found, { remedy, details }) : ok(found, { details })
  },
}

/** Returns the folder, or its nearest existing parent. */
function nearestFolder(path: string): string {
  let place = path
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  return place
}
