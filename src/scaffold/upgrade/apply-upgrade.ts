import { chmodSync, existsSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

import { AppError } from '../../errors.ts'
import { outputError, PROJECT_ADVICE, rejectLink, writeFileAtomic } from '../../storage/files.ts'
import type { UpgradePlan } from './upgrade-plan.ts'

/** New files wait here, in the app's folder, until all exist, because a rename cannot cross disks. */
const STAGE = '.svcapp-upgrade'

/**
 * Writes an upgrade plan into the app, all or nothing. Every new file is written completely before the first of the app's files is changed,
 * and a failure restores them. Raises `storage.symlink`, `storage.unwritable`, and `upgrade.not-committed` if another upgrade is running.
 */
export function applyUpgrade(dir: string, { writes }: Pick<UpgradePlan, 'writes'>): void {
  const steps = [...writes].map(([path, content], at) => ({
    file: placeOf(dir, path),
    content,
    fresh: join(dir, STAGE, `${at}.new`),
    old: join(dir, STAGE, `${at}.old`),
  }))
  openStage(dir)
  try {
    for (const { file, content, fresh } of steps) {
      if (content === null) continue
      writeFileAtomic({ path: fresh, content, mode: 0o644 })
      if (existsSync(file)) chmodSync(fresh, statSync(file).mode & 0o777)
    }
    exchange(dir, steps)
  } catch (error) {
    throw projectError(dir, error)
  } finally {
    rmSync(join(dir, STAGE), { recursive: true, force: true })
  }
}

/** Returns whether an upgrade is running in the app's folder, or was interrupted there. */
export function wasStopped(dir: string): boolean {
  return existsSync(join(dir, STAGE))
}

interface Step {
  readonly file: string
  readonly content: Uint8Array | null
  readonly fresh: string
  readonly old: string
}

function exchange(dir: string, steps: readonly Step[]): void {
  const undo: (() => void)[] = []
  try {
    for (const { file, content, fresh, old } of steps) {
      if (existsSync(file)) {
        renameSync(file, old)
        undo.push(() => renameSync(old, file))
      }
      if (content === null) continue
      mkdirSync(dirname(file), { recursive: true })
      renameSync(fresh, file)
      undo.push(() => rmSync(file, { force: true }))
    }
  } catch (error) {
    for (const step of undo.toReversed()) step()
    throw error
  }
  for (const { file, content } of steps) if (content === null) removeEmpty(dir, dirname(file))
}

function openStage(dir: string): void {
  const stage = join(dir, STAGE)
  try {
    mkdirSync(stage, { mode: 0o700 })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw projectError(stage, cause)
    throw new AppError('upgrade.not-committed', `${stage} exists. Another upgrade is running or was interrupted.`, {
      cause,
      suggestions: ['If no upgrade is running, return to the last commit: git restore . && git clean -d --force'],
    })
  }
}

function projectError(path: string, cause: unknown): unknown {
  return outputError({ path, cwd: dirname(path), advice: PROJECT_ADVICE }, cause)
}

/** No path may leave the app's folder or pass through a link (T20, T27). */
function placeOf(dir: string, path: string): string {
  const root = resolve(dir)
  const file = resolve(root, path)
  if (!file.startsWith(root + sep)) throw new AppError('storage.symlink', `${path} points outside ${dir}.`)
  const parts = relative(root, file).split(sep)
  for (const at of parts.keys()) {
    const part = join(root, ...parts.slice(0, at + 1))
    try {
      rejectLink(part)
    } catch (cause) {
      throw projectError(part, cause)
    }
    // A file on the path is deleted first, so nothing exists below it.
    if (lstatSync(part, { throwIfNoEntry: false })?.isDirectory() !== true) break
  }
  return file
}

/** Removes folders that became empty with their last file. */
function removeEmpty(root: string, folder: string): void {
  if (resolve(folder) === resolve(root) || lstatSync(folder, { throwIfNoEntry: false }) === undefined) return
  try {
    rmdirSync(folder)
    removeEmpty(root, dirname(folder))
  } catch {
    // The folder still contains the owner's files.
  }
}
