import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { programInPath } from '../../processes/program-in-path.ts'
import { isTrusted } from '../../project/project-file.ts'
import { addCommand, packageManagement } from '../../scaffold/package-manager.ts'
import { makeFolders, writeFileAtomic, writeOutput } from '../../storage/files.ts'
import { escapeForeign } from '../../text/escape.ts'
import { slugOf } from '../../text/slug.ts'
import { mcpClients, type McpClient, type McpClientName } from './clients.ts'
import type { Entry } from './merge-entry.ts'
import { mergeEntry, notWritten, type EntryTarget } from './merge-entry.ts'

export interface InstallInput {
  readonly client: McpClientName
  /** Project folder. */
  readonly dir: string
  readonly appKey: string
  /** Flags of `app mcp`, such as --read-only. */
  readonly flags: readonly string[]
  /** Whether to print the file's text without writing it. */
  readonly isPrinting: boolean
  /** `--yes`. */
  readonly isAgreed: boolean
}

export interface InstalledEntry {
  readonly client: McpClientName
  /** Path of the client's configuration file. */
  readonly path: string
  /** False if the entry already existed or writing was not requested. */
  readonly written: boolean
  /** Command that the client starts. */
  readonly entry: Entry
  /** Text of the file. For a file outside the project only this entry, because the rest may be private. */
  readonly text: string
}

/**
 * Writes the entry of `app mcp` into a client's file and leaves the rest unchanged. Raises `usage.invalid` for an unreadable file,
 * `usage.missing` for a file outside the project without consent, `cli.interrupted` if the user declines, and `storage.*`.
 */
export async function installEntry(context: Context, input: InstallInput): Promise<InstalledEntry> {
  const { client: name, dir, isPrinting } = input
  const client: McpClient = mcpClients[name]
  const { path, entry, server } = placeOf(context, client, input)
  const target = { name, client, path, server }
  const isOfUser = typeof client.file !== 'string'
  noteMissing(context, dir, entry)
  const merged = isPrinting ? mergedOrNoted(context, target, entry) : merge(target, entry)
  const shown = merged === null || isOfUser ? mergeEntry(target, '', entry) : merged.text
  const summary = { client: name, path, entry, text: shown }
  if (merged === null || isPrinting || merged.text === merged.before) return { ...summary, written: false }
  const real = realPlace(path)
  if (isOfUser) await agree(context, input, `${client.title} has one file for all projects: ${real}`)
  else if (isOutside(real, dir)) {
    await agree(context, input, `The file is a link to ${real}, outside the project`)
  }
  const advice = `Add the entry yourself: app mcp install ${name} --print`
  writeOutput({ path: real, cwd: dir, advice }, () => {
    makeFolders(dirname(real), 0o755)
    writeFileAtomic({ path: real, content: merged.text, mode: fileMode(real, isOfUser) })
  })
  return { ...summary, written: true }
}

interface MergedConfig {
  readonly before: string
  readonly text: string
}

/** Keeps a byte order mark and CRLF line ends, which editors on Windows write. */
function merge(target: EntryTarget, entry: Entry): MergedConfig {
  const before = readClientFile(target)
  const mark = before.startsWith('\ufeff') ? '\ufeff' : ''
  const isCrlf = /\r\n/.test(before) && !/(^|[^\r])\n/.test(before)
  const bare = before.slice(mark.length)
  const merged = mergeEntry(target, isCrlf ? bare.replaceAll('\r\n', '\n') : bare, entry)
  return { before, text: mark + (isCrlf ? merged.replaceAll('\n', '\r\n') : merged) }
}

/** Returns null, with the reason on stderr, if the entry cannot be merged into the file. Then only the entry is shown. */
function mergedOrNoted({ terminal }: Context, target: EntryTarget, entry: Entry): MergedConfig | null {
  try {
    return merge(target, entry)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    terminal.note(escapeForeign(`${error.message} The entry is printed below.`))
    return null
  }
}

function readClientFile(target: EntryTarget): string {
  if (!existsSync(target.path)) return ''
  let bytes: Buffer
  try {
    bytes = readFileSync(target.path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw notWritten(target, code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`)
  }
  // Otherwise each byte of another encoding would be replaced by U+FFFD.
  if (!isUtf8(bytes)) throw notWritten(target, `is ${isUtf16(bytes) ? 'UTF-16' : 'not UTF-8'} text`)
  return bytes.toString('utf8')
}

function isUtf16([first = 0, second = 0]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

/** Returns the mode of the file. A project file is shared by a team, so it is readable, but restricted modes are kept. */
function fileMode(path: string, isOfUser: boolean): number {
  if (existsSync(path)) return statSync(path).mode & 0o777
  return isOfUser ? 0o600 : 0o644
}

interface EntryFile {
  readonly path: string
  readonly entry: Entry
  /** Name of the entry. */
  readonly server: string
}

function placeOf(context: Context, client: McpClient, { dir, appKey, flags }: InstallInput): EntryFile {
  if (typeof client.file === 'string') {
    return { path: join(dir, client.file), entry: projectEntry(dir, flags), server: 'svcapp' }
  }
  const { env, runtime, packageRoot } = context
  const home = env['HOME'] || env['USERPROFILE'] || ''
  if (home === '')
    throw new AppError('usage.missing', 'Neither HOME nor USERPROFILE is set, so your settings folder is unknown.')
  const own = ownProgram(dir)
  const program = own === null ? join(packageRoot, 'bin/run.js') : join(dir, own)
  const names = ['SVCAPP_HOME', 'SVCAPP_PLATFORM', 'SVCAPP_CONFIG']
  const kept = names.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []))
  return {
    path: client.file({ platform: runtime.platform, home, env }),
    // The client starts it in any folder, without a shell's PATH or environment.
    entry: {
      command: runtime.nodePath,
      args: [program, 'mcp', '--project', dir, ...flags],
      ...(kept.length > 0 && { env: Object.fromEntries(kept) }),
    },
    server: `svcapp-${slugOf(appKey.replace(/^app\./, ''), 40) || basename(dir)}`,
  }
}

const OWN_PROGRAM = 'node_modules/svcapp/bin/run.js'

/** Returns an entry without a path of this machine: a relative path for a package of the project or its workspace, otherwise `app` from PATH. */
function projectEntry(dir: string, flags: readonly string[]): Entry {
  const own = ownProgram(dir)
  if (own === null) return { command: 'app', args: ['mcp', ...flags] }
  return { command: 'node', args: [own, 'mcp', ...flags] }
}

/** Warns if `app` is not in PATH, because a shared file cannot contain this machine's path. */
function noteMissing({ env, terminal }: Context, dir: string, { command }: Entry): void {
  if (command !== 'app' || programInPath(env['PATH'] ?? '', ['app', 'app.cmd']) !== null) return
  const add = addCommand(packageManagement(dir, env).packageManager)
  terminal.note(
    `The entry starts \`app\`, which is not in PATH. To work without PATH, run \`${add} -D svcapp\` in the project, then this command again.`,
  )
}

/**
 * Returns the program of the package that Node would find from this folder, relative to it and with `/`, or null. Above the folder,
 * the client would also run a program of another user, such as one in /tmp, so each part of its path must be trusted.
 */
function ownProgram(dir: string): string | null {
  const parts = ['.', 'node_modules', 'node_modules/svcapp', 'node_modules/svcapp/bin', OWN_PROGRAM]
  for (let [folder, way] = [dir, '']; ; [folder, way] = [dirname(folder), `../${way}`]) {
    const isFound = existsSync(join(folder, OWN_PROGRAM))
    if (isFound && (folder === dir || parts.every((part) => isTrusted(join(folder, part), dir))))
      return `${way}${OWN_PROGRAM}`
    if (dirname(folder) === folder) return null
  }
}

/** Returns the path of the write, with the links of its existing part resolved. */
function realPlace(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(path)
  return join(existsSync(parent) ? realpathSync(parent) : parent, path.slice(parent.length + 1))
}

function isOutside(path: string, dir: string): boolean {
  const places = [dir, realpathSync(dir)]
  return places.every((place) => {
    const way = relative(place, path)
    return way === '..' || way.startsWith(`..${sep}`)
  })
}

async function agree({ terminal }: Context, { client, isAgreed }: InstallInput, what: string): Promise<void> {
  if (isAgreed) return
  if (!terminal.isInteractive) {
    throw new AppError('usage.missing', `${what}. Nothing was written.`, {
      suggestions: [`app mcp install ${client} --yes`, `app mcp install ${client} --print`],
    })
  }
  if (await terminal.ask.confirm({ message: `${what}. Write to it?`, flag: '--yes', default: false })) return
  throw new AppError('cli.interrupted', 'Nothing was written.')
}
