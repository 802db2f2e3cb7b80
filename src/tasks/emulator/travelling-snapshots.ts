import { resolve } from 'node:path'

import type { Context } from '../../context.ts'
import type { ExportedSnapshot } from '../../emulator/snapshots/travel/export-snapshot.ts'
import type { ImportedSnapshot } from '../../emulator/snapshots/travel/import-snapshot.ts'

/** Snapshots are files, so it does not matter whether the emulator runs. Raises `emulator.*` and `storage.*`. */
export async function exportToFile(context: Context, name: string, file: string): Promise<ExportedSnapshot> {
  const { exportSnapshot } = await import('../../emulator/snapshots/travel/export-snapshot.ts')
  return exportSnapshot(context.paths.emulatorDir, name, resolve(context.cwd, file))
}

/** As `exportToFile`, and `usage.invalid`. */
export async function importFromFile(context: Context, file: string, name?: string): Promise<ImportedSnapshot> {
  const { importSnapshot } = await import('../../emulator/snapshots/travel/import-snapshot.ts')
  const { paths, randomBytes, now, version, cwd } = context
  return importSnapshot({ dir: paths.emulatorDir, randomBytes, now, version }, resolve(cwd, file), name)
}
