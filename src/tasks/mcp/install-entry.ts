import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { writeFileAtomic } from '../../storage/files.ts'
import { mcpClients, type McpClient, type McpClientName } from './clients.ts'
import type { Entry } from './merge-entry.ts'
import { mergeEntry } from './merge-entry.ts'

export interface InstallInput {
  readonly client: McpClientName
  /** The project's folder. */
  readonly dir: string
  /** Of `app mcp`, such as --read-only. */
  readonly flags: readonly string[]
  /** Show the text of the file and write nothing. */
  readonly isPrinting: boolean
  /** `--yes`. */
  readonly isAgreed: boolean
}

export interface InstalledEntry {
  readonly client: McpClientName
  /** Of the client's file. */
  readonly path: string
  /** False where the entry was there already, or nothing was to be written. */
  readonly written: boolean
  /** What a client starts. */
  readonly entry: Entry
  /** The whole text of the file. */
  readonly text: string
}

/**
 * Writes the entry of `app mcp` into the file of a client in the project, and leaves all else in it as it is. Raises `usage.invalid` for a file that cannot be
 * read, `usage.missing` where it lies outside of the project and nobody agrees, `cli.interrupted` on a no, and `storage.unwritable`.
 */
export async function installEntry(context: Context, input: InstallInput): Promise<InstalledEntry> {
  const { client: name, dir, isPrinting } = input
  const client: McpClient = mcpClients[name]
  const path = join(dir, client.file)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const entry = entryOf(dir, input.flags)
  const text = mergeEntry(client, before, entry)
  const told = { client: name, path, entry, text }
  if (isPrinting || text === before) return { ...told, written: false }
  const real = realPlace(path)
  if (isOutside(real, dir)) await agree(context, real, input.isAgreed)
  mkdirSync(dirname(real), { recursive: true })
  // A team shares it: readable as any file of the project.
  writeFileAtomic({ path: real, content: text, mode: 0o644 })
  return { ...told, written: true }
}

/** No machine's path stands in it: a package of the project is named by its place in it, else `app` must be in PATH. */
function entryOf(dir: string, flags: readonly string[]): Entry {
  const own = 'node_modules/svcapp/bin/run.js'
  if (!existsSync(join(dir, own))) return { command: 'app', args: ['mcp', ...flags] }
  return { command: 'node', args: [own, 'mcp', ...flags] }
}

/** Where it would be written, with links followed as far as anything is there. */
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

async function agree({ terminal }: Context, path: string, isAgreed: boolean): Promise<void> {
  if (isAgreed) return
  if (!terminal.isInteractive) {
    throw new AppError('usage.missing', `The file is a link to ${path}, outside of the project; nothing was written.`, {
      suggestions: ['With --yes it is written there; --print shows the entry.'],
    })
  }
  const message = `The file is a link to ${path}, outside of the project. Write there?`
  if (await terminal.ask.confirm({ message, flag: '--yes', default: false })) return
  throw new AppError('cli.interrupted', 'Nothing was written.')
}
