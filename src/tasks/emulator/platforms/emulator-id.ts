import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Reads the id that identifies an emulator's installs and secrets from its folder. Null if it never ran or cannot be read. */
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
