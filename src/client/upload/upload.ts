import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

import type { UploadFacts } from '../../catalog/endpoint.ts'
import { knownEndings, typeByName } from './image-type.ts'
import { readIntoForm, refused, type ReadyUpload } from './read-into-form.ts'

/**
 * Reads a file into the form to send and hashes it. It is in memory only once, and never if it is too long. Raises `api.bad-upload` for
 * what the platform would reject: not a plain file, an empty or too long one, or another type of name or content.
 */
export async function readUpload(upload: UploadFacts, path: string): Promise<ReadyUpload> {
  if (typeByName(path) === null) {
    throw refused(path, 'its name has no image extension', [`Use one of these extensions: ${knownEndings}.`])
  }
  const file = await openFile(path)
  try {
    const size = await sizeOf(file, path, upload.maxBytes)
    return await readIntoForm(file, { upload, path, size })
  } finally {
    await file.close()
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Without the flag, opening a pipe blocks until a writer opens it. Windows has no such flag.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    const why = { ENOENT: 'it does not exist', EACCES: 'it is not readable', EISDIR: 'it is a folder' }[code]
    throw refused(path, why ?? `it cannot be opened (${code})`)
  }
}

async function sizeOf(file: FileHandle, path: string, maxBytes: number): Promise<number> {
  const facts = await file.stat()
  if (facts.isDirectory()) throw refused(path, 'it is a folder')
  if (!facts.isFile()) throw refused(path, 'it is not a regular file')
  if (facts.size === 0) throw refused(path, 'it is empty')
  if (facts.size > maxBytes) {
    throw refused(path, `it has ${facts.size} bytes, but the limit is ${maxBytes}`, ['Reduce the image size.'])
  }
  return facts.size
}
