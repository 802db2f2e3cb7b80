import type { Context } from '../../context.ts'
import type { InstallRow } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { readRunFile } from '../../control/run-file.ts'
import { withInstalls } from '../../project/installs.ts'

/** Returns a test whether an emulator install and its token are stored on this machine. */
export function keptHere(paths: Context['paths']): (row: InstallRow) => boolean {
  const identity = `emulator:${readRunFile(paths)?.id}`
  return withInstalls(paths, (installs) => {
    const kept = new Set(installs.listAll().map(keyOf))
    return (row) => kept.has(keyOf({ ...row, identity }))
  })
}

function keyOf({
  identity,
  appKey,
  storeId,
  regionId,
}: Pick<InstallRow, 'appKey' | 'storeId' | 'regionId'> & { readonly identity: string }) {
  return JSON.stringify([identity, appKey, storeId, regionId])
}

/** Runs an undo and reports each restored install whose token is no longer stored on this machine. */
export async function reportingReturned<T>(
  { paths, terminal }: Pick<Context, 'paths' | 'terminal'>,
  control: ControlClient,
  undo: () => Promise<T>,
): Promise<T> {
  const unkept = async () => {
    const isKept = keptHere(paths)
    const rows = (await control.installs({})).filter((row) => row.removedAt === null && !isKept(row))
    return new Map(rows.map((row) => [`${row.appKey} in ${row.storeCode}`, row]))
  }
  const before = await unkept()
  const taken = await undo()
  for (const [one, row] of await unkept()) {
    if (!before.has(one))
      terminal.note(`The install of ${one} is active again. ${lostWith(row)}. To reinstall: app install --approve`)
  }
  return taken
}

/** The app has deleted its token only if it was notified of the uninstall. */
function lostWith({ uninstallEvent }: InstallRow): string {
  if (uninstallEvent === null) return 'Its token is no longer stored'
  return 'The app accepted app.uninstalled, so neither its token nor its state is restored'
}
