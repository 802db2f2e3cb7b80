import { Buffer } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { PROJECT_FILE } from '../../project/toml/project-file-name.ts'
import { isNewer } from '../../text/is-newer.ts'
import { BASE_FILE } from '../base.ts'
import { filledFiles, type AppNames } from '../filled-files.ts'
import { KIT_SCHEMA, kitPackage } from '../kit-package.ts'
import { templateFiles } from '../template-files.ts'
import { templateMarkPath } from '../template-mark.ts'
import { parseTemplateName } from '../templates.ts'
import { appTrees, type AppTrees } from './app-trees.ts'
import { brokenImports } from './broken-imports.ts'
import { ownFiles } from './committed.ts'
import { findBase } from './find-base.ts'
import { kitOfApp, planKitUpgrade } from './kit-upgrade.ts'
import { isSameBytes, mergeTrees, makePatch, type MergedTrees, type Tree } from './merge-trees.ts'
import type { ChangeKind, FileChange, UpgradePlan } from './upgrade-plan.ts'

export interface UpgradeInput {
  /** Folder of the app. */
  readonly dir: string
  /** Names from app.toml, for an app without a mark. */
  readonly chosen: AppNames
  /** Folder with the template from which the app was created. */
  readonly given?: string | undefined
}

/**
 * Plans an upgrade: a newer kit for an app on the kit, or this version's template merged into an app from before
 * the kit. Its rows are copied at the first start. Writes nothing into the app. Raises `upgrade.base-unknown`,
 * `upgrade.tool-older`, `upgrade.no-git`, and `usage.invalid` if this version has no such template.
 */
export async function planUpgrade(
  tools: Pick<Context, 'env' | 'packageRoot'>,
  input: UpgradeInput,
): Promise<UpgradePlan> {
  const { packageRoot } = tools
  const { dir, chosen, given } = input
  const kit = kitOfApp(dir)
  if (kit !== null) return planKitUpgrade(tools, dir, kit)
  const base = findBase({ dir, names: chosen, given })
  const { version: from, names } = base
  const template = parseTemplateName(base.template)
  const to = kitPackage(packageRoot)
  if (from !== null && isNewer(from, to.version)) throw toolOlder(from, to.version)
  const plain = templateFiles({ packageRoot, template })
  const next = filledFiles(plain, { ...names, template, kit: to })
  const trees = appTrees({ dir, known: await ownFiles(tools, dir), base: base.files, theirs: next })
  const merged = await mergeTrees(tools, { ...trees, theirName: `svcapp-${to.version}` })
  const after = withoutRevived(merged, trees)
  const ofFiles = listChanges({ ...trees, after, merged, broken: brokenImports({ ...trees, after }) })
  const appToml = withKitSchema(dir)
  const changes: FileChange[] = [
    ...ofFiles,
    ...(appToml === null ? [] : [{ path: PROJECT_FILE, kind: 'updated' as const, conflict: null }]),
    { path: to.path, kind: 'added', conflict: null },
  ]
  const writes = new Map<string, Uint8Array | null>([
    ...ofFiles
      .filter(({ path }) => !isSameBytes(trees.ours.get(path), after.get(path)))
      .map(({ path }) => [path, after.get(path) ?? null] as const),
    ...(appToml === null ? [] : [[PROJECT_FILE, Buffer.from(appToml)] as const]),
    [to.path, to.bytes],
    // Written last, so that an interrupted upgrade can be repeated.
    ...[BASE_FILE, templateMarkPath].filter((path) => existsSync(join(dir, path))).map((path) => [path, null] as const),
  ])
  return {
    template,
    from,
    to: to.version,
    upToDate: false,
    changes,
    writes,
    patch: () => makePatch(tools, dir, writes),
  }
}

/** Returns app.toml with the kit's schema, because the copy it refers to is removed. Returns null if it refers to another schema. */
function withKitSchema(dir: string): string | null {
  const text = readFileSync(join(dir, PROJECT_FILE), 'utf8')
  const changed = text.replace(/^#:schema \.\/app\.schema\.json$/m, `#:schema ${KIT_SCHEMA}`)
  return changed === text ? null : changed
}

function toolOlder(from: string, to: string): AppError {
  return new AppError(
    'upgrade.tool-older',
    `The app uses the svcapp ${from} template, but this is svcapp ${to}. Nothing was changed.`,
    { suggestions: ['npm install -g svcapp'], details: { from, to } },
  )
}

/** Files that the owner deleted stay deleted, even if the template changed them. Git would restore them as a conflict. */
function withoutRevived({ tree, conflicts }: MergedTrees, { made }: AppTrees): Tree {
  const revived = [...conflicts].filter(([path, sides]) => !sides.ours && made.has(path)).map(([path]) => path)
  return new Map([...tree].filter(([path]) => !revived.includes(path)))
}

interface Merge extends AppTrees {
  readonly after: Tree
  readonly merged: MergedTrees
  /** The owner's files that import removed files. */
  readonly broken: ReadonlyMap<string, string>
}

function listChanges(merge: Merge): FileChange[] {
  const paths = new Set([...merge.ours.keys(), ...merge.after.keys(), ...merge.merged.conflicts.keys()])
  return [...paths].toSorted().flatMap((path) => {
    const kind = changeKind(merge, path)
    return kind === null ? [] : [{ path, kind, conflict: conflictWords(merge, path) }]
  })
}

function changeKind(merge: Merge, path: string): ChangeKind | null {
  const { made, ours, theirs, after, merged } = merge
  if (conflictWords(merge, path) !== null) return 'conflict'
  const sides = merged.conflicts.get(path)
  if (sides !== undefined && !after.has(path)) return 'kept-deleted'
  const [before, now] = [ours.get(path), after.get(path)]
  if (isSameBytes(before, now)) return null
  // The template moved the file here, with the owner's changes in it.
  if (before === undefined) return isSameBytes(now, theirs.get(path)) ? 'added' : 'merged'
  if (now === undefined) return 'removed'
  return isSameBytes(before, made.get(path)) ? 'updated' : 'merged'
}

/** Returns what the owner has to do about a file, or null for nothing. */
function conflictWords(merge: Merge, path: string): string | null {
  const { merged, keyConflicts, broken } = merge
  if (path === 'package.json' && keyConflicts.length > 0) {
    const words = keyConflicts.map(
      ({ key, ours, theirs }) => `${key} is ${valueText(ours)}, but ${valueText(theirs)} in the template`,
    )
    return `your values are unchanged (${words.join('; ')})`
  }
  const sides = merged.conflicts.get(path)
  if (sides !== undefined && isAside(merge, path)) {
    return sides.ours
      ? 'the template now has a folder with that name, so your file was saved under this name. Move your file'
      : "you have a folder with that name, so the template's file was saved under this name. Move the file or the folder"
  }
  if (sides?.ours !== true) return broken.get(path) ?? null
  return sides.theirs
    ? 'you and the template changed the same lines. Resolve the conflict markers'
    : 'you changed the file, and the template no longer has it. Move your code or delete the file'
}

/** If a file and a folder would have the same name, git adds the file under a new name next to the folder. */
function isAside({ ours, theirs, after }: Merge, path: string): boolean {
  return after.has(path) && !ours.has(path) && !theirs.has(path)
}

function valueText(value: string | undefined): string {
  return value ?? 'missing'
}
