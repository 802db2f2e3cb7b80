import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'

import type { UploadFacts } from '../../catalog/endpoint.ts'
import { AppError } from '../../errors.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { Form, formFrame } from './form.ts'
import { TELLING_BYTES, typeByContent } from './image-type.ts'

export interface ReadyUpload {
  readonly form: Form
  /** SHA-256 of the file in hex. */
  readonly fileHash: string
  readonly size: number
  /** Detected from the content. */
  readonly type: string
}

const CHUNK_BYTES = 64 * 1024

interface FileInput {
  readonly upload: UploadFacts
  readonly path: string
  readonly size: number
}

/** Reads a file of known size into a form and hashes it. Raises `api.bad-upload` for another type of content, or for a file whose size has changed. */
export async function readIntoForm(file: FileHandle, { upload, path, size }: FileInput): Promise<ReadyUpload> {
  const start = Buffer.alloc(Math.min(size, TELLING_BYTES))
  await file.read(start, 0, start.length, 0)
  const type = typeByContent(start)
  if (type === null || !upload.types.includes(type)) {
    throw refused(path, 'its content is not an accepted image type', [
      `Use one of these types: ${upload.types.join(', ')}.`,
    ])
  }
  const frame = formFrame(upload.field, type)
  const bytes = Buffer.alloc(frame.head.length + size + frame.tail.length)
  bytes.set(frame.head)
  bytes.set(frame.tail, frame.head.length + size)
  const hash = createHash('sha256')
  for (let at = 0; at < size;) {
    const wanted = Math.min(CHUNK_BYTES, size - at)
    const { bytesRead } = await file.read(bytes, frame.head.length + at, wanted, at)
    if (bytesRead === 0) throw changed(path)
    hash.update(bytes.subarray(frame.head.length + at, frame.head.length + at + bytesRead))
    at += bytesRead
  }
  if ((await file.read(start, 0, 1, size)).bytesRead > 0) throw changed(path)
  return { form: new Form(frame.type, bytes), fileHash: hash.digest('hex'), size, type }
}

function changed(path: string): AppError {
  return refused(path, 'it changed while it was read', ['Try again when no program is writing to the file.'])
}

/** Returns an error that states that nothing was sent and `why`. */
export function refused(path: string, why: string, suggestions: string[] = []): AppError {
  return new AppError(
    'api.bad-upload',
    `${foreignText(basename(path))} was rejected because ${why}. Nothing was sent.`,
    {
      suggestions,
    },
  )
}
