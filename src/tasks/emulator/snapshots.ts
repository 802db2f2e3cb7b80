import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { readRunFile } from '../../control/run-file.ts'
import type { Snapshot } from '../../control/snapshot.ts'

export interface Snapshots {
  readonly list: () => Promise<readonly Snapshot[]>
  readonly save: (name: string) => Promise<Snapshot>
  readonly load: (name: string) => Promise<Snapshot>
  readonly remove: (name: string) => Promise<unknown>
}

/** Opens the emulator's snapshots: through the running one, else in its folder. Every operation raises `emulator.*` and `storage.*`. */
export async function openSnapshots(context: Context, control: ControlClient | null): Promise<Snapshots> {
  if (control !== null) {
    return {
      list: () => control.snapshots(),
      save: (name) => control.saveSnapshot({ name }),
      load: async (name) => {
        const snapshot = await control.loadSnapshot({ name })
        await noteLoadedSecrets(context, control)
        return snapshot
      },
      remove: (name) => control.removeSnapshot({ name }),
    }
  }
  const { emulatorDir: dir } = context.paths
  const [{ listSnapshots, removeSnapshot }, { saveSnapshot }, { loadIntoStopped, withStoppedEmulator }] =
    await Promise.all([
      import('../../emulator/files/snapshot-folder.ts'),
      import('../../emulator/snapshots/save-snapshot.ts'),
      import('../../emulator/state/stopped.ts'),
    ])
  return {
    list: async () => listSnapshots(dir),
    save: async (name) =>
      withStoppedEmulator(context, (opened) =>
        saveSnapshot({ dir, context: opened.context, version: context.version }, name),
      ),
    load: async (name) => loadIntoStopped(context, name),
    remove: async (name) => removeSnapshot(dir, name),
  }
}

/** Makes a running `app dev` reload its app's secrets, because the snapshot may have others. */
async function noteLoadedSecrets({ paths, now }: Context, control: ControlClient): Promise<void> {
  const { noteNewSecrets } = await import('../../dev/installs/app-keys.ts')
  const identity = `emulator:${readRunFile(paths)?.id}`
  for (const { app_key: appKey } of await control.apps()) noteNewSecrets({ paths, identity, appKey }, now())
}
