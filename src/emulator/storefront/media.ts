import type { EmulatorContext } from '../context.ts'
import { textAnswer } from '../pages/page.ts'
import { findStore } from '../platform/stores.ts'
import { readMedia } from '../store/products/media-files.ts'

export interface MediaAddress {
  readonly code: string
  readonly appKey: string
  readonly file: string
}

/**
 * Serves a store's file to any page. Uploads are untrusted: a file is served with its stored type, and a
 * script in an SVG never runs, because the file is sandboxed and a browser that opens its URL downloads it.
 */
export function mediaAnswer(context: EmulatorContext, { code, appKey, file }: MediaAddress): Response {
  const store = findStore(context, code)
  const found = store === null ? null : readMedia(context.storeDb(store.id), `apps/${appKey}/${file}`)
  if (found === null) return textAnswer(404, 'File not found.')
  return new Response(new Uint8Array(found.bytes), {
    headers: {
      'Content-Type': found.type,
      'Content-Disposition': found.type === 'image/svg+xml' ? 'attachment' : 'inline',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      // Names are never reused.
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}
