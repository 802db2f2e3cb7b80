import { Buffer } from 'node:buffer'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { isNewer } from '../../text/is-newer.ts'
import { parseJsonFile } from '../../text/json.ts'
import { kitPackage, type KitPackage } from '../kit-package.ts'
import { kitDependency } from '../kit-version.ts'
import { manifestIn, objectIn } from '../package-manager.ts'
import { isSameBytes, makePatch, readFiles, type Tree } from './merge-trees.ts'
import type { ChangeKind, UpgradePlan } from './upgrade-plan.ts'

/** Facts in the package.json of an app built on the kit. */
export interface KitApp {
  /** Null for an app that was not created from a template. */
  readonly template: string | null
  /** Kit version. */
  readonly kit: string
}

/**
 * Returns null for an app without the kit in its vendor folder. An app of `app init --here` has only
 * the dependency.
 */
export function kitOfApp(dir: string): KitApp | null {
  const { template, kit } = objectIn(manifestIn(dir), 'svcapp')
  if (typeof kit === 'string') return { template: typeof template === 'string' ? template : 'node', kit }
  const [, vendored] = /^file:(?:\.\/)?vendor\/svcapp-kit-(.+)\.tgz$/.exec(kitDependency(dir)) ?? []
  return vendored !== undefined && existsSync(join(dir, oldPath(vendored))) ? { template: null, kit: vendored } : null
}

/** Plans replacing the app's kit with this version: a new file, a line of package.json, and the lock file's entry. The app's own files stay unchanged. */
export async function planKitUpgrade(
  tools: Pick<Context, 'env' | 'packageRoot'>,
  dir: string,
  { template, kit: from }: KitApp,
): Promise<UpgradePlan> {
  const kit = kitPackage(tools.packageRoot)
  const to = kit.version
  if (isNewer(from, to)) {
    throw new AppError(
      'upgrade.tool-older',
      `The app uses svcapp-kit ${from}, but this is svcapp ${to}. Nothing was changed.`,
      { suggestions: ['npm install -g svcapp'], details: { from, to } },
    )
  }
  const ours = readFiles(dir, ['package.json', 'package-lock.json', kit.path, oldPath(from)])
  const after = from === to && ours.has(kit.path) ? ours : withKit(ours, from, kit)
  const writes = new Map<string, Uint8Array | null>(
    [...new Set([...ours.keys(), ...after.keys()])]
      .filter((path) => !isSameBytes(ours.get(path), after.get(path)))
      .map((path) => [path, after.get(path) ?? null]),
  )
  const changes = [...writes].map(([path, content]) => ({
    path,
    kind: changeKind(ours.has(path), content),
    conflict: null,
  }))
  const upToDate = writes.size === 0
  return { template, from, to, upToDate, changes, writes, patch: () => makePatch(tools, dir, writes) }
}

function changeKind(wasThere: boolean, content: Uint8Array | null): ChangeKind {
  if (content === null) return 'removed'
  return wasThere ? 'updated' : 'added'
}

function oldPath(version: string): string {
  return `vendor/svcapp-kit-${version}.tgz`
}

function withKit(ours: Tree, from: string, kit: KitPackage): Tree {
  const after = new Map(ours)
  after.delete(oldPath(from))
  after.set(kit.path, kit.bytes)
  const manifest = readText(ours, 'package.json')
    .replaceAll(oldPath(from), kit.path)
    .replace(`"kit": "${from}"`, `"kit": "${kit.version}"`)
  after.set('package.json', Buffer.from(manifest))
  // Another package manager updates its own lock file with the next install.
  if (ours.has('package-lock.json'))
    after.set('package-lock.json', Buffer.from(lockWith(readText(ours, 'package-lock.json'), from, kit)))
  return after
}

function lockWith(text: string, from: string, { path, version, integrity }: KitPackage): string {
  const lock = parseJsonFile(text.replaceAll(oldPath(from), path)) as {
    readonly packages?: Record<string, Record<string, unknown>>
  }
  const entry = lock.packages?.['node_modules/svcapp-kit']
  if (entry !== undefined) Object.assign(entry, { version, integrity })
  return `${JSON.stringify(lock, null, 2)}\n`
}

function readText(tree: Tree, path: string): string {
  return Buffer.from(tree.get(path) ?? []).toString('utf8')
}
