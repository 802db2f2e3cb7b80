import { existsSync, statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'

import type { FSWatcher } from 'chokidar'

import { messageOf } from '../../errors/thrown.ts'
import type { AppConfig } from '../../project/app-config.ts'
import type { Project } from '../../project/app-toml.ts'
import { PROJECT_FILE } from '../../project/toml/project-file-name.ts'
import { gatherChanges } from './gather-changes.ts'

export interface WatchTools {
  readonly project: Project
  /** Folders of this tool that may be inside the project: what is written there is not a change. */
  readonly ours: readonly string[]
  /** What is written after this time and before the watch sees it has changed, too. */
  readonly since: Date
  readonly onChange: (change: Change) => void
  /** Called once, with the reason, when changes are no longer seen. */
  readonly onTrouble: (why: string) => void
}

/** What has changed since the last time, once it is quiet. */
export interface Change {
  /** Paths below the project's folder, app.toml aside. */
  readonly files: readonly string[]
  readonly isConfig: boolean
}

export interface ProjectWatch {
  readonly close: () => Promise<void>
}

/** Never the source of a change, wherever they are: packages, caches and version control, and the temporary files of editors, tools and `writeFileAtomic`. */
const ignoredNames = [
  'node_modules|__pycache__|\\.git|\\.hg|\\.svn',
  // vim, Emacs, Kate, JetBrains, gedit, VS Code for the web.
  '4913|[^/]*~|[^/]*\\.sw[a-z]|\\.#[^/]*|#[^/]*#|[^/]*\\.kate-swp|[^/]*___jb_\\w+___|\\.goutputstream-[^/]*|[^/]*\\.crswap',
  // sed -i, patch, file systems and tools that write a file aside and rename it.
  'sed[A-Za-z0-9]{6}|[^/]*\\.(?:orig|rej|bak)|\\.nfs[^/]*|[.~]syncthing[^/]*|[^/]*\\.tmp(?:[.-][^/]*)?|[^/]*\\.\\d{6,}',
  '\\.DS_Store|Thumbs\\.db|desktop\\.ini',
]
const passedOver = new RegExp(`(?:^|/)(?:${ignoredNames.join('|')})(?:/|$)`)

/**
 * Watches app.toml, the app.<name>.toml in use and what `[dev] watch` of it names, also what does not exist yet, and the files of the project that the dev command names. Resolves when it sees changes. chokidar, because `fs.watch` with `recursive`
 * loses folders that are made later and files that an editor puts in place by renaming, on Linux.
 */
export async function watchProject({ project, ours, since, onChange, onTrouble }: WatchTools): Promise<ProjectWatch> {
  const { watch } = await import('chokidar')
  const { dir, config } = project
  const tomls = [...new Set([PROJECT_FILE, pathIn(dir, project.file)])]
  const wanted = [...tomls, ...watchedPaths(config.dev, dir).map((path) => pathIn(dir, resolve(dir, path)))]
  const gathered = gatherChanges({
    tell: (files) =>
      onChange({
        files: [...files].filter((file) => !tomls.includes(file)).toSorted(),
        isConfig: tomls.some((file) => files.has(file)),
      }),
    exists: (file) => existsSync(resolve(dir, file)),
  })
  const isIgnored = (path: string): boolean => {
    const file = pathIn(dir, path)
    if (file === '') return false
    if (passedOver.test(file) || ours.some((folder) => isBelow(path, folder))) return true
    return !wanted.some((one) => isBelow(file, one, '/') || isBelow(one, file, '/'))
  }
  const watcher = watch(dir, { ignored: isIgnored, alwaysStat: true })
  let isFirstLook = true
  watcher.on('all', (kind, path, stats) => {
    // The time of change, because an editor may put a file in place that it wrote before.
    if (isFirstLook && kind === 'add' && (stats?.ctimeMs ?? 0) < since.getTime()) return
    if (kind === 'add' || kind === 'change' || kind === 'unlink') gathered.add(kind, pathIn(dir, path))
  })
  let isReported = false
  watcher.on('error', (error) => {
    if (!isReported) onTrouble(messageOf(error))
    isReported = true
  })
  await ready(watcher)
  isFirstLook = false
  return {
    close: async () => {
      gathered.end()
      await watcher.close()
    },
  }
}

/** None for no watching, whatever the command names. */
function watchedPaths({ watch, command }: AppConfig['dev'], dir: string): readonly string[] {
  const named = command.filter((word) => isBelow(resolve(dir, word), dir) && isFile(resolve(dir, word)))
  return watch.length === 0 ? [] : [...watch, ...named]
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function ready(watcher: FSWatcher): Promise<void> {
  return new Promise((resolve) => {
    watcher.once('ready', () => resolve())
    // Nothing to wait for where it cannot watch.
    watcher.once('error', () => resolve())
  })
}

/** Relative, with slashes. */
function pathIn(dir: string, path: string): string {
  return relative(dir, path).split(sep).join('/')
}

/** Whether `path` is `folder` or something in it; every path is in the folder ''. */
function isBelow(path: string, folder: string, separator: string = sep): boolean {
  return folder === '' || path === folder || path.startsWith(folder + separator)
}
