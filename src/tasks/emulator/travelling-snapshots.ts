import { resolve } from 'node:path'

import type { Context } from '../../context.ts'
import type { ExportedSnapshot } from '../../emulator/snapshots/travel/export-snapshot.ts'
import type { ImportedSnapshot } from '../../emulator/snapshots/travel/import-snapshot.ts'
import { outputError, rejectLinkedFolders } from '../../storage/files.ts'

/** Exports a snapshot. Snapshots are files, so the emulator need not run. Raises `emulator.*` and `storage.*`. */
export async function exportToFile(context: Context, name: string, file: string): Promise<ExportedSnapshot> {
  const { exportSnapshot } = await import('../../emulator/snapshots/travel/export-snapshot.ts')
  const { cwd, paths } = context
  const place = { path: resolve(cwd, file), cwd, advice: 'Choose a file in another folder.' }
  rejectLinkedFolders(place)
  return exportSnapshot(paths.emulatorDir, name, place.path).catch((error: unknown) => {
    throw outputError(place, error)
  })
}

/** Imports a snapshot. Raises the errors of `exportToFile`, and `usage.invalid`. */
export async function importFromFile(context: Context, file: string, name?: string): Promise<ImportedSnapshot> {
  const { importSnapshot } = await import('../../emulator/snapshots/travel/import-snapshot.ts')
  const { paths, randomBytes, now, version, cwd } = context
  return importSnapshot({ dir: paths.emulatorDir, randomBytes, now, version }, resolve(cwd, file), name)
}
