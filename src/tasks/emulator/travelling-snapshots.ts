import { resolve } from 'node:path'

import type { Context } from '../../context.ts'
import type { ExportedSnapshot } from '../../emulator/snapshots/travel/export-snapshot.ts'
import type { ImportedSnapshot } from '../../emulator/snapshots/travel/import-snapshot.ts'

/** Exports a snapshot. Snapshots are files, so the emulator need not run. Raises `emulator.*` and `storage.*`. */
export async function exportToFile(context: Context, name: string, file: string): Promise<ExportedSnapshot> {
  const { exportSnapshot } = await import('../../emulator/snapshots/travel/export-snapshot.ts')
  return exportSnapshot(context.paths.emulatorDir, name, resolve(context.cwd, file))
}

/** Imports a snapshot. Raises the errors of `exportToFile`, and `usage.invalid`. */
export async function importFromFile(context: Context, file: string, name?: string): Promise<ImportedSnapshot> {
  const { importSnapshot } = await import('../../emulator/snapshots/travel/import-snapshot.ts')
  const { paths, randomBytes, now, version, cwd } = context
  return importSnapshot({ dir: paths.emulatorDir, randomBytes, now, version }, resolve(cwd, file), name)
}
