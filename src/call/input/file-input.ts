import { resolve } from 'node:path'

import type { UploadFacts } from '../../catalog/endpoint.ts'
import { readUpload } from '../../client/upload/upload.ts'
import type { TypedInput } from './input.ts'
import type { RequestInput } from './request-input.ts'

/**
 * Reads the given file as the body of its call, and checks it before anything is sent. Its hash is sent too, so that a
 * retry after a lost response stores nothing twice; `--no-hash` leaves it out. Raises `api.bad-upload`.
 */
export async function fileInput(upload: UploadFacts, { args, flags, cwd }: TypedInput): Promise<RequestInput> {
  const path = resolve(cwd, String(args['file']))
  const { form, fileHash, size, type } = await readUpload(upload, path)
  const file = { field: upload.field, path, type, size }
  return { params: {}, query: flags['no-hash'] === true ? {} : { fileHash }, body: form, file }
}
