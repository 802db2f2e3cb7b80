import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'

import type { UploadFacts } from '../catalog/endpoint.ts'
import { AppError } from '../errors.ts'
import { foreignText } from './foreign-text.ts'
import { Form, formFrame } from './form.ts'
import { knownEndings, TELLING_BYTES, typeByContent, typeByName } from './image-type.ts'

export interface ReadyUpload {
  readonly form: Form
  /** SHA-256 of the file in hex. */
  readonly fileHash: string
  readonly size: number
}

const CHUNK_BYTES = 64 * 1024

/**
 * Reads a file into the form in which it is sent, and hashes it on the way; it is in memory once, and never if it is too long. Raises `api.bad-upload` for what
 * the platform would refuse: no plain file, an empty or too long one, a name or a content of another type.
 */
export async function readUpload(upload: UploadFacts, path: string): Promise<ReadyUpload> {
  if (typeByName(path) === null) {
    throw refused(path, 'its name has none of the endings of an image', [`Endings: ${knownEndings}.`])
  }
  const file = await openFile(path)
  try {
    const size = await sizeOf(file, { path, maxBytes: upload.maxBytes })
    return await readInto(file, { upload, path, size })
  } finally {
    await file.close()
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // A pipe would be waited for otherwise, until somebody writes to it. Windows knows no such flag.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    const why = { ENOENT: 'there is no such file', EACCES: 'it may not be read', EISDIR: 'it is a folder' }[code]
    throw refused(path, why ?? `it cannot be opened (${code})`)
  }
}

async function sizeOf(file: FileHandle, { path, maxBytes }: { path: string; maxBytes: number }): Promise<number> {
  const facts = await file.stat()
  if (facts.isDirectory()) throw refused(path, 'it is a folder')
  if (!facts.isFile()) throw refused(path, 'it is not a plain file')
  if (facts.size === 0) throw refused(path, 'it is empty')
  if (facts.size > maxBytes) {
    throw refused(path, `it has ${facts.size} bytes, and at most ${maxBytes} are taken`, ['Make the image smaller.'])
  }
  return facts.size
}

interface Reading {
  readonly upload: UploadFacts
  readonly path: string
  readonly size: number
}

async function readInto(file: FileHandle, { upload, path, size }: Reading): Promise<ReadyUpload> {
  const start = Buffer.alloc(Math.min(size, TELLING_BYTES))
  await file.read(start, 0, start.length, 0)
  const type = typeByContent(start)
  if (type === null || !upload.types.includes(type)) {
    throw refused(path, 'its content is none of the images that are taken', [`Types: ${upload.types.join(', ')}.`])
  }
  const frame = formFrame(upload.field, type)
  const bytes = Buffer.alloc(frame.head.length + size + frame.tail.length)
  frame.head.copy(bytes)
  frame.tail.copy(bytes, frame.head.length + size)
  const hash = createHash('sha256')
  for (let at = 0; at < size;) {
    const wanted = Math.min(CHUNK_BYTES, size - at)
    const { bytesRead } = await file.read(bytes, frame.head.length + at, wanted, at)
    if (bytesRead === 0) throw changed(path)
    hash.update(bytes.subarray(frame.head.length + at, frame.head.length + at + bytesRead))
    at += bytesRead
  }
  if ((await file.read(start, 0, 1, size)).bytesRead > 0) throw changed(path)
  return { form: new Form(frame.type, bytes), fileHash: hash.digest('hex'), size }
}

function changed(path: string): AppError {
  return refused(path, 'it changed while it was read', ['Try again when nothing writes to it.'])
}

function refused(path: string, why: string, suggestions: string[] = []): AppError {
  return new AppError(
    'api.bad-upload',
    `Nothing was sent: ${foreignText(basename(path))} is refused, because ${why}.`,
    {
      suggestions,
    },
  )
}
