import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { Context } from '../../../context.ts'
import type { ControlClient } from '../../../control/control-client.ts'
import { keyOfRow, type Credentials } from '../../../credentials/credentials.ts'
import { AppError } from '../../../errors.ts'
import type { StatePaths } from '../../../project/paths.ts'
import { onPlatform, platformName, platformsDir } from '../../../project/platforms/choose-platform.ts'
import { copyIdentity } from '../../../project/platforms/identities.ts'
import { claimPlatform } from '../../../project/platforms/platform-record.ts'
import { copyPrivateFile, ensureFolder, ensurePrivateFile } from '../../../storage/files.ts'
import { openSnapshots } from '../snapshots.ts'
import { emulatorId } from './emulator-id.ts'

export interface ForkedPlatform {
  readonly name: string
  readonly from: string
  /** Folder of its state. */
  readonly folder: string
}

/**
 * Copies a running or stopped platform into a new one: apps, stores, installs with their secrets, and the journal, but no snapshots. The copy is a
 * separate emulator. `kill -9` leaves no incomplete copy under its name. Raises `emulator.conflict` for an existing name, and `storage.*`.
 */
export async function forkPlatform(
  context: Context,
  control: ControlClient | null,
  name: string,
): Promise<ForkedPlatform> {
  const { paths } = context
  const target = onPlatform(paths, name)
  if (target.platformDir === paths.home || existsSync(target.platformDir)) {
    throw new AppError('emulator.conflict', `The platform ${name} already exists.`, {
      suggestions: ['app emulator list'],
    })
  }
  const mark = randomBytes(6).toString('hex')
  const draft = join(platformsDir(paths), `.forking-${mark}`)
  try {
    ensureFolder(draft)
    await copyState(context, control, { draft, mark })
    const ids = giveId(join(draft, 'emulator'), paths)
    copyJournal(paths, draft)
    claimPlatform({ platformDir: draft }, { dir: null, createdAt: context.now().toISOString() })
    await copySecrets(await context.credentials({ isEmulator: true }), ids)
    copyIdentity(paths, ids)
    renameSync(draft, target.platformDir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  return { name, from: platformName(paths), folder: target.platformDir }
}

/** Uses a snapshot, so that no request arrives between two of its databases. */
async function copyState(
  context: Context,
  control: ControlClient | null,
  { draft, mark }: { readonly draft: string; readonly mark: string },
): Promise<void> {
  const { emulatorDir } = context.paths
  const snapshots = await openSnapshots(context, control)
  const { name } = await snapshots.save(`fork-${mark}`)
  try {
    const folder = join(draft, 'emulator')
    const saved = join(emulatorDir, 'snapshots', name)
    ensureFolder(join(folder, 'stores'))
    const stores = readdirSync(join(saved, 'stores')).map((file) => join('stores', file))
    for (const file of ['registry.db', ...stores]) copyPrivateFile(join(saved, file), join(folder, file))
    copyPrivateFile(join(emulatorDir, 'sealing.key'), join(folder, 'sealing.key'))
  } finally {
    await snapshots.remove(name)
  }
}

interface Identities {
  readonly from: string
  readonly to: string
}

/** Gives the copy a new id, so that its installs are not mistaken for those of the original. */
function giveId(folder: string, { emulatorDir }: StatePaths): Identities {
  const id = randomBytes(8).toString('hex')
  const db = new DatabaseSync(join(folder, 'registry.db'))
  try {
    db.prepare("UPDATE meta SET value = ? WHERE key = 'id'").run(id)
  } finally {
    db.close()
  }
  return { from: `emulator:${emulatorId(emulatorDir)}`, to: `emulator:${id}` }
}

function copyJournal({ journalDb }: StatePaths, draft: string): void {
  if (!existsSync(journalDb)) return
  const path = join(draft, 'journal.db')
  // SQLite accepts an empty file, and one created here has the tool's file mode.
  ensurePrivateFile(path)
  const db = new DatabaseSync(journalDb, { readOnly: true })
  try {
    db.prepare('VACUUM INTO ?').run(path)
  } finally {
    db.close()
  }
}

async function copySecrets(credentials: Credentials, { from, to }: Identities): Promise<void> {
  for (const row of await credentials.list()) {
    if (row.identity !== from) continue
    const key = keyOfRow(row, to)
    const value = await credentials.stored({ ...key, identity: from })
    if (value !== null) await credentials.set(key, value)
  }
}
