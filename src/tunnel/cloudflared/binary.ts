import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { AppError } from '../../errors.ts'
import { programInPath } from '../../processes/program-in-path.ts'
import { ensureFolder, writeFileAtomic } from '../../storage/files.ts'
import { defined } from '../../text/defined.ts'
import { download } from './download.ts'
import { pinnedFiles, pinnedVersion, releaseUrl, type PinnedFile } from './pinned.ts'

export interface BinaryTools {
  /** The developer's PATH; no other environment variable selects the program (T29). */
  readonly path: string
  /** Folder for a downloaded program. */
  readonly folder: string
  /** Platform and architecture as in Node.js, such as `linux-x64`. */
  readonly machine: string
  readonly signal: AbortSignal
  /** Contains the proxy for a download. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Called before anything is downloaded. */
  readonly onFetch: (version: string, from: string) => void
  /** For tests: URL of the files, and their expected content. */
  readonly release?: { readonly url: string; readonly file: PinnedFile }
}

/** The largest file of the release has about 40 MB. */
const MAX_BYTES = 120 * 1024 * 1024

/**
 * Returns the path of cloudflared: the developer's own from PATH, otherwise the pinned version, downloaded on first use and
 * verified by SHA-256 before each run (T30). Raises `tunnel.download-failed`, `tunnel.binary-altered` and `tunnel.unsupported`.
 */
export async function findCloudflared(tools: BinaryTools): Promise<string> {
  const own = inPath(tools)
  if (own !== null) return own
  const file = tools.release?.file ?? pinnedFiles[tools.machine]
  if (file === undefined) throw unsupported(tools.machine)
  const { program, kept } = listPlaces(tools, file)
  if (isThere(program) && isThere(kept)) {
    const bytes = checked(readFileSync(kept), file)
    if (extractProgram(bytes, file).equals(readFileSync(program))) return program
  }
  const url = new URL(file.asset, tools.release?.url ?? releaseUrl)
  tools.onFetch(pinnedVersion, url.host)
  const bytes = checked(
    await download({
      url,
      maxBytes: MAX_BYTES,
      signal: tools.signal,
      ...defined({ env: tools.env }),
      mayBePlain: tools.release !== undefined,
    }),
    file,
  )
  ensureFolder(tools.folder)
  writeFileAtomic({ path: kept, content: bytes })
  writeFileAtomic({ path: program, content: extractProgram(bytes, file), mode: 0o700 })
  return program
}

/** What exists without a download: `own` in PATH, or a downloaded program, unaltered or not. */
export interface KeptCloudflared {
  readonly kind: 'own' | 'pinned' | 'altered' | 'none' | 'unsupported'
  /** The program comes first. */
  readonly files: readonly string[]
}

type KeptTools = Pick<BinaryTools, 'path' | 'folder' | 'machine' | 'release'>

/** Checks without changing anything; never raises. */
export function keptCloudflared(tools: KeptTools): KeptCloudflared {
  const own = inPath(tools)
  if (own !== null) return { kind: 'own', files: [own] }
  const file = tools.release?.file ?? pinnedFiles[tools.machine]
  if (file === undefined) return { kind: 'unsupported', files: [] }
  const { program, kept } = listPlaces(tools, file)
  if (!isThere(program) || !isThere(kept)) return { kind: 'none', files: [] }
  try {
    const isSame = extractProgram(checked(readFileSync(kept), file), file).equals(readFileSync(program))
    return { kind: isSame ? 'pinned' : 'altered', files: [program, kept] }
  } catch {
    return { kind: 'altered', files: [program, kept] }
  }
}

/** Returns the paths of the program and of the downloaded file, used to verify the program. */
function listPlaces({ folder, machine }: Pick<BinaryTools, 'folder' | 'machine'>, { asset }: PinnedFile) {
  return {
    program: join(folder, `cloudflared-${pinnedVersion}${machine.startsWith('win32') ? '.exe' : ''}`),
    kept: join(folder, `${asset}-${pinnedVersion}.download`),
  }
}

function inPath({ path, machine }: Pick<BinaryTools, 'path' | 'machine'>): string | null {
  return programInPath(path, [machine.startsWith('win32') ? 'cloudflared.exe' : 'cloudflared'])
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function checked(bytes: Buffer, { sha256, asset }: PinnedFile): Buffer {
  const digest = createHash('sha256').update(bytes).digest()
  if (timingSafeEqual(digest, Buffer.from(sha256, 'hex'))) return bytes
  throw new AppError(
    'tunnel.binary-altered',
    `${asset} does not match the checksum of cloudflared ${pinnedVersion}. It was not run.`,
    {
      suggestions: ['Install cloudflared yourself and add it to PATH. The download may have been changed in transit.'],
      details: { expected: sha256, found: digest.toString('hex') },
    },
  )
}

/** Returns the only regular file of this name in the archive (POSIX ustar: 512-byte headers, size in octal at 124). */
function extractProgram(bytes: Buffer, { isArchive }: PinnedFile): Buffer {
  if (!isArchive) return bytes
  const tar = gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  for (let at = 0; at + 512 <= tar.length;) {
    const name = tar.toString('latin1', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136).replace(/[\0 ]+$/, ''), 8)
    if (name === '' || !Number.isSafeInteger(size)) break
    if (/(?:^|\/)cloudflared$/.test(name)) return tar.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  throw new AppError('tunnel.binary-altered', 'The cloudflared archive contains no program.')
}

function unsupported(machine: string): AppError {
  return new AppError('tunnel.unsupported', `cloudflared is not available for ${machine}.`, {
    suggestions: ['Install cloudflared yourself and add it to PATH, or set your own public address with --tunnel-url.'],
  })
}
