import { randomUUID } from 'node:crypto'
import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { messageOf } from '../../../errors/thrown.ts'
import { ensureFolder, ensurePrivateFile } from '../../../storage/files.ts'
import { failed, ok, type Check } from '../check.ts'

/** More files than any state folder has. The rest is not checked. */
const MOST_ENTRIES = 5000

export const stateFolder: Check = {
  id: 'state-folder',
  group: 'machine',
  title: 'state folder',
  run: ({ context: { paths, runtime } }) => {
    const { home } = paths
    const trouble = writingTrouble(home)
    if (trouble !== null) {
      return failed(trouble.includes('cannot be written') ? trouble : `${home} cannot be written: ${trouble}`, {
        remedy: 'Set SVCAPP_HOME to a folder that you can write to.',
        details: { home },
      })
    }
    const { links, open } = lookThrough(home, runtime.platform !== 'win32')
    if (links.length > 0) {
      return failed(`symbolic links instead of files: ${some(links)}`, {
        remedy: 'Replace them with real files, or set SVCAPP_HOME to another folder.',
        details: { home, links },
      })
    }
    if (open.length === 0) return ok(`${home}, private to you`, { details: { home } })
    return failed(`accessible to other users: ${some(open)}`, {
      remedy: '`app doctor --fix`',
      details: { home, open },
      fix: () => {
        for (const path of open) chmodSync(path, lstatSync(path).isDirectory() ? 0o700 : 0o600 | ownerMayRun(path))
        return `made ${open.length === 1 ? some(open) : `${open.length} files and folders`} private`
      },
    })
  },
}

/** Returns why the folder is not writable, or null if it is. Creates a missing folder. */
function writingTrouble(home: string): string | null {
  const probe = join(home, `.probe-${randomUUID()}`)
  try {
    ensureFolder(home)
    ensurePrivateFile(probe)
    rmSync(probe)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

/** Keeps downloaded programs executable. */
function ownerMayRun(path: string): number {
  return lstatSync(path).mode & 0o100
}

interface FolderScan {
  readonly links: string[]
  /** Files and folders that other users can read, write or list. */
  readonly open: string[]
}

function lookThrough(home: string, hasModes: boolean): FolderScan {
  const scan: FolderScan = { links: [], open: [] }
  const waiting = [home]
  for (let count = 0; count < MOST_ENTRIES; count++) {
    const path = waiting.pop()
    if (path === undefined) break
    // Another process may have deleted it in the meantime.
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) continue
    if (stat.isSymbolicLink()) scan.links.push(path)
    else if (hasModes && (stat.mode & 0o077) !== 0) scan.open.push(path)
    if (stat.isDirectory()) waiting.push(...readdirSync(path).map((name) => join(path, name)))
  }
  return scan
}

function some(paths: readonly string[]): string {
  const [first = '', second] = paths
  if (second === undefined) return first
  return `${first} and ${paths.length - 1} more`
}
