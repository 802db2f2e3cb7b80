import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The id under which installs and secrets of an emulator are kept, read from its folder; null for one that never ran or cannot be read. */
export function emulatorId(emulatorDir: string): string | null {
  const path = join(emulatorDir, 'registry.db')
  if (!existsSync(path)) return null
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      const id = db.prepare("SELECT value FROM meta WHERE key = 'id'").get()?.['value']
      return typeof id === 'string' ? id : null
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}
