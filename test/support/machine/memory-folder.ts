import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOM = 2 * 1024 ** 3

/**
 * Creates a folder in memory for test files, removed when this process exits, because tests open thousands of databases, each of which
 * waits for the disk at every commit. Undefined if there is none, if it is small, as in a container, or if it does not allow executables.
 */
export function memoryFolder(): string | undefined {
  try {
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY)
    const { bavail, bsize } = statfsSync(MEMORY)
    if (mounted === undefined || /\bnoexec\b/.test(mounted) || bavail * bsize < ROOM) return undefined
    const folder = mkdtempSync(join(MEMORY, 'svcapp-tests-'))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    return folder
  } catch {
    return undefined
  }
}
