import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { addCommand, manifestIn, objectIn, packageManagement, parseManifest } from '../../scaffold/package-manager.ts'

/** Reason why an app did not start, from its output. */
export interface StartFailure {
  /** Error message or last output line, or null if the app printed nothing. */
  readonly message: string | null
  /** Position in the project's sources, such as `src/server.ts:5`, or null if the output has none. */
  readonly location: string | null
  /** Command that fixes it, or null if unknown. */
  readonly advice: string | null
}

export interface Output {
  readonly command: readonly string[]
  /** Project folder. */
  readonly dir: string
  readonly lines: readonly string[]
}

/** Finds the reason in an app's last output: Node's stack, Python's traceback, or else the last line. */
export function explainFailure({ command, dir, lines }: Output): StartFailure {
  const text = lines.join('\n')
  const missing = missingPackage(text)
  const output = lines.map((line) => line.trim()).filter((line) => line !== '')
  const message = errorLine(output) ?? output.findLast((line) => !isNoise(line)) ?? withoutScript(command, dir)
  const location = importedFrom(text, dir) ?? findSource(text, dir)
  return {
    message: message?.replace(/ imported from \S+$/, '') ?? null,
    location,
    advice: missing === null ? withoutPackages(text, dir) : installAdvice(missing, dir),
  }
}

/** Returns the last `SyntaxError: …`, `Error [ERR_MODULE_NOT_FOUND]: …` or `ModuleNotFoundError: …`, because Python prints causes first. */
function errorLine(lines: readonly string[]): string | undefined {
  const found = lines.findLast((line) => /^(Uncaught )?[\w.]*(Error|Exception)( \[\w+\])?: \S/.test(line))
  return found?.replace(/^Uncaught /, '').replace(/ \[ERR_\w+\]:/, ':')
}

function isNoise(line: string): boolean {
  return /^(at |Node\.js v|npm (error|ERR!|warn)|\^+$|[{}]$|\(Use `node )/.test(line)
}

/** Returns the missing package in Node's message. A path (`./x`, `/x`) is a project file and cannot be installed. */
function missingPackage(text: string): string | null {
  const name = /Cannot find (?:package|module) '([^'./][^']*)'/.exec(text)?.[1]
  if (name === undefined || name.startsWith('node:')) return null
  const [scope = '', rest] = name.split('/')
  return scope.startsWith('@') && rest !== undefined ? `${scope}/${rest}` : scope
}

function installAdvice(name: string, dir: string): string {
  const isDeclared = Object.hasOwn(packagesIn(dir), name)
  const { packageManager } = packageManagement(dir)
  if (isDeclared) return `${packageManager} install`
  return `${addCommand(packageManager)} ${name}`
}

/** Detects a missing program of a package (`sh: vite: not found`), whose package is unknown. Yarn may install without node_modules. */
function withoutPackages(text: string, dir: string): string | null {
  if (!/: not found|command not found|is not recognized|node_modules missing/i.test(text)) return null
  const needsNone = Object.keys(packagesIn(dir)).length === 0
  const isInstalled = (at: string): boolean =>
    ['node_modules', '.pnp.cjs'].some((name) => existsSync(join(at, name))) ||
    (dirname(at) !== at && isInstalled(dirname(at)))
  return needsNone || isInstalled(dir) ? null : `${packageManagement(dir).packageManager} install`
}

/** npm runs silently, so no other output reports the missing script. */
function withoutScript([program = '', first, second]: readonly string[], dir: string): string | null {
  if (program !== 'npm') return null
  const script = first === 'run' || first === 'run-script' ? second : first
  try {
    const scripts = objectIn(parseManifest(dir), 'scripts')
    if (script === undefined || Object.hasOwn(scripts, script)) return null
  } catch {
    return 'npm found no readable package.json.'
  }
  return `package.json has no script ${JSON.stringify(script)}.`
}

function packagesIn(dir: string): object {
  const manifest = manifestIn(dir)
  return { ...objectIn(manifest, 'dependencies'), ...objectIn(manifest, 'devDependencies') }
}

/** Returns the file with the failed import. Node's message has no line, and the stack only Node's own files. */
function importedFrom(text: string, dir: string): string | null {
  if (!/Cannot find (?:package|module) '/.test(text)) return null
  const from = /imported from (\S+)/.exec(text)?.[1] ?? /Require stack:\s*\n\s*- (\S+)/.exec(text)?.[1]
  return from === undefined ? null : ownPath(from, dir)
}

/** Returns the first `file:line` in the project's sources: the head of a Node error, the top of a stack, or Python's last `File "…", line 3`. */
function findSource(text: string, dir: string): string | null {
  const python = [...text.matchAll(/File "([^"]+)", line (\d+)/g)].toReversed()
  const node = [...text.matchAll(/((?:file:\/\/)?\/[^\s():]+|[\w./-]+\.[cm]?[jt]sx?):(\d+)/g)]
  for (const [, file = '', line] of [...node, ...python]) {
    const own = ownPath(file, dir)
    if (own !== null) return `${own}:${line}`
  }
  return null
}

/** Returns the path relative to the project, or null outside it. */
function ownPath(file: string, dir: string): string | null {
  const path = relative(dir, relativePath(file, dir))
  return path.startsWith('..') || path.includes('node_modules') || path === '' ? null : path
}

function relativePath(file: string, dir: string): string {
  try {
    return file.startsWith('file:') ? fileURLToPath(file) : file.startsWith('/') ? file : join(dir, file)
  } catch {
    return file
  }
}
