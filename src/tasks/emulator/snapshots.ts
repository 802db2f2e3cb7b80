import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { Snapshot } from '../../control/snapshot.ts'

export interface Snapshots {
  readonly list: () => Promise<readonly Snapshot[]>
  readonly save: (name: string) => Promise<Snapshot>
  readonly load: (name: string) => Promise<Snapshot>
  readonly remove: (name: string) => Promise<unknown>
}

/** The snapshots of the emulator: by the one that runs, or in its folder while none runs. Every operation raises `emulator.*` and `storage.*`. */
export async function openSnapshots(context: Context, control: ControlClient | null): Promise<Snapshots> {
  if (control !== null) {
    return {
      list: () => control.snapshots(),
      save: (name) => control.saveSnapshot({ name }),
      load: (name) => control.loadSnapshot({ name }),
      remove: (name) => control.removeSnapshot({ name }),
    }
  }
  const { emulatorDir: dir } = context.paths
  const [{ listSnapshots, removeSnapshot }, { saveSnapshot }, { loadIntoStopped, withStoppedEmulator }] =
    await Promise.all([
      import('../../emulator/snapshots/snapshot-folder.ts'),
      import('../../emulator/snapshots/save-snapshot.ts'),
      import('../../emulator/snapshots/stopped.ts'),
    ])
  return {
    list: async () => listSnapshots(dir),
    save: async (name) =>
      withStoppedEmulator(context, ({ world }) => saveSnapshot({ dir, world, version: context.version }, name)),
    load: async (name) => loadIntoStopped(context, name),
    remove: async (name) => removeSnapshot(dir, name),
  }
}
