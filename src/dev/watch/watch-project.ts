import { existsSync, statSync, type Stats } from 'node:fs'
import { relative, resolve, sep } from 'node:path'

import type { FSWatcher } from 'chokidar'

import { messageOf } from '../../errors/thrown.ts'
import type { AppConfig } from '../../project/app-config.ts'
import type { Project } from '../../project/app-toml.ts'
import { PROJECT_FILE } from '../../project/toml/project-file-name.ts'
import { manifestIn, objectIn } from '../../scaffold/package-manager.ts'
import { gatherChanges } from './gather-changes.ts'
import { sourcesOf } from './language-sources.ts'

export interface WatchTools {
  readonly project: Project
  /** The tool's own folders, which may be inside the project. Their changes are ignored. */
  readonly ours: readonly string[]
  /** Files written after this time and before the watch starts count as changed. */
  readonly since: Date
  readonly onChange: (change: Change) => void
  /** Called once, with the reason, when the watch fails. */
  readonly onTrouble: (why: string) => void
}

/** The changes since the last report. */
export interface Change {
  /** Paths relative to the project folder, without app.toml. */
  readonly files: readonly string[]
  readonly isConfig: boolean
}

export interface ProjectWatch {
  readonly close: () => Promise<void>
}

/** Ignored names in any folder: packages, caches, version control, and temporary files of editors, tools and `writeFileAtomic`. */
const ignoredNames = [
  'node_modules|__pycache__|\\.git|\\.hg|\\.svn',
  // vim, Emacs, Kate, JetBrains, gedit, VS Code for the web.
  '4913|[^/]*~|[^/]*\\.sw[a-z]|\\.#[^/]*|#[^/]*#|[^/]*\\.kate-swp|[^/]*___jb_\\w+___|\\.goutputstream-[^/]*|[^/]*\\.crswap',
  // sed -i, patch, file systems, and tools that write a file elsewhere and rename it.
  'sed[A-Za-z0-9]{6}|[^/]*\\.(?:orig|rej|bak|bck|save)|\\.nfs[^/]*|[.~]syncthing[^/]*|[^/]*\\.\\d{6,}',
  // A name such as invoice.tmp.ts is a source.
  '[^/]*\\.tmp(?!\\.[a-z]+$)(?:[.-][^/]*)?',
  // Python, ESLint, Stylelint and TypeScript write these next to the sources.
  '[^/]*\\.(?:pyc|tsbuildinfo)|\\.(?:eslint|stylelint)cache',
  '\\.DS_Store|Thumbs\\.db|desktop\\.ini',
]
const passedOver = new RegExp(`(?:^|/)(?:${ignoredNames.join('|')})(?:/|$)`)

/**
 * Watches app.toml, the app.<name>.toml in use, the paths of `[dev] watch`, even missing ones, the project files in the dev command, and by default the
 * sources of its language. Resolves when the watch is active. Uses chokidar because `fs.watch` with `recursive` misses, on Linux, new folders and files that an editor renames into place.
 */
export async function watchProject({ project, ours, since, onChange, onTrouble }: WatchTools): Promise<ProjectWatch> {
  const { watch } = await import('chokidar')
  const { dir, config } = project
  const tomls = [...new Set([PROJECT_FILE, pathIn(dir, project.file)])]
  const wanted = [...tomls, ...watchedPaths(config.dev, dir).map((path) => pathIn(dir, resolve(dir, path)))]
  const gathered = gatherChanges({
    onChanges: (files) =>
      onChange({
        files: [...files].filter((file) => !tomls.includes(file)).toSorted(),
        isConfig: tomls.some((file) => files.has(file)),
      }),
    exists: (file) => existsSync(resolve(dir, file)),
  })
  const isSource = sourcesOf(config.dev)
  const isIgnored = (path: string, stats?: Stats): boolean => {
    const file = pathIn(dir, path)
    if (file === '') return false
    if (passedOver.test(file) || ours.some((folder) => isBelow(path, folder))) return true
    // A folder is unknown until its status is read.
    if (isSource?.(file, stats?.isFile() !== true)) return false
    return !wanted.some((one) => isBelow(file, one, '/') || isBelow(one, file, '/'))
  }
  const watcher = watch(dir, { ignored: isIgnored, alwaysStat: true })
  let isFirstLook = true
  watcher.on('all', (kind, path, stats) => {
    // Compares the change time, because an editor may rename an older file into place.
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

/** Returns no paths if watching is off, whatever the command contains. */
function watchedPaths({ watch, command }: AppConfig['dev'], dir: string): readonly string[] {
  const words = [...command, ...scriptWords(command, dir)]
  const named = words.filter((word) => isBelow(resolve(dir, word), dir) && isFile(resolve(dir, word)))
  return watch.length === 0 ? [] : [...watch, ...named]
}

/** Returns the words of the package.json script that the command runs, such as `npm run start`. */
function scriptWords([program = '', ...words]: readonly string[], dir: string): readonly string[] {
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program)) return []
  const name = words.find((word) => word !== 'run' && !word.startsWith('-')) ?? ''
  const script = objectIn(manifestIn(dir), 'scripts')[name]
  return typeof script === 'string' ? script.split(/\s+/) : []
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function ready(watcher: FSWatcher): Promise<void> {
  return new Promise((resolve) => {
    watcher.once('ready', () => resolve())
    // A watch that fails never becomes ready.
    watcher.once('error', () => resolve())
  })
}

/** Returns the relative path with forward slashes. */
function pathIn(dir: string, path: string): string {
  return relative(dir, path).split(sep).join('/')
}

/** Returns whether `path` is `folder` or inside it. The folder '' contains every path. */
function isBelow(path: string, folder: string, separator: string = sep): boolean {
  return folder === '' || path === folder || path.startsWith(folder + separator)
}
