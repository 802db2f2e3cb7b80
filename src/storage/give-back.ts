import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'

import { plainWord } from '../text/shell.ts'

/**
 * Returns the command that gives this user what one `sudo app …` created, as a list to spread into suggestions.
 * Empty unless root owns the file or folder within a folder of this user: a system path stays root's.
 */
export function giveBack(path: string): readonly string[] {
  const user = process.getuid?.()
  if (user === undefined || user === 0 || ownerOf(path) !== 0) return []
  let top = path
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const owner = ownerOf(folder)
    if (owner === user) return [`sudo chown -R ${user} ${plainWord(top)}`]
    if (owner === 0) top = folder
  }
  return []
}

function ownerOf(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.uid
  } catch {
    return undefined
  }
}
