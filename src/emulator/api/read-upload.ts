import type { UploadedFile, UploadFacts } from '../../catalog/endpoint.ts'
import { forbiddenContent } from './forbidden-content.ts'
import { invalid, Refusal } from './rejection.ts'

/** Allowance for a form's data besides its file: boundaries, part headers, other fields. */
const FORM_BYTES = 64 * 1024

/**
 * Reads the one file of a form if its type is accepted and it is neither a page nor a program (B28). Any other form is a 400, the
 * only documented status. Reading stops at the limit whatever length is stated. Name and folder in the form are ignored (MEDIA-019).
 */
export async function readUpload(upload: UploadFacts, request: Request): Promise<UploadedFile | Refusal> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data *(;|$)/i.test(type)) {
    return invalid(`The body must be a form (multipart/form-data) with the field ${upload.field}.`)
  }
  const limit = upload.maxBytes + FORM_BYTES
  const stated = Number(request.headers.get('content-length') ?? 0)
  const bytes = stated > limit ? null : await readAtMost(request, limit)
  if (bytes === null) return tooLarge(upload)
  const form = await parseForm(bytes, type)
  if (form === null) return invalid('The form could not be parsed.')
  const [file, ...more] = form.getAll(upload.field)
  if (file === undefined || typeof file === 'string')
    return invalid(`The form has no file in the field ${upload.field}.`)
  if (more.length > 0) return invalid(`${upload.field} appears more than once.`)
  return checkFile(upload, file)
}

async function checkFile(upload: UploadFacts, file: File): Promise<UploadedFile | Refusal> {
  if (file.size === 0) return invalid('The file is empty.')
  if (file.size > upload.maxBytes) return tooLarge(upload)
  // A File has a lowercase type (File API, section 4.1).
  const [essence = ''] = file.type.split(';')
  const type = essence.trim()
  if (!upload.types.includes(type)) return invalid(`The file type must be one of ${upload.types.join(', ')}.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const found = forbiddenContent(bytes, { isSvg: type === 'image/svg+xml' })
  return found === null ? { type, bytes } : invalid(`The file contains ${found}.`)
}

/** Returns null if the body is too long, without reading the rest. */
async function readAtMost({ body }: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns null if the body is not a complete form. */
async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData | null> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  } catch {
    return null
  }
}

function tooLarge({ maxBytes }: UploadFacts): Refusal {
  return new Refusal(400, 'file-too-large', { message: `The file is larger than ${maxBytes / 1024 / 1024} MiB.` })
}
