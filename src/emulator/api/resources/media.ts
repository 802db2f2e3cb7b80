import type { media } from '../../../catalog/resources/media.ts'
import { findMedia, storeMedia } from '../../store/products/media-files.ts'
import { placeholderImage } from '../../store/products/placeholder-image.ts'
import type { HandlersFor } from '../handler.ts'
import { Refusal } from '../rejection.ts'

export const mediaHandlers = {
  /** MEDIA-021: the sent hash is not verified. */
  upload: ({ context, caller, query, body }) => {
    const key = { origin: 'upload', fileHash: query.fileHash ?? null } as const
    const known = findMedia(context, caller, key)
    if (known !== null) return { success: true, url: known, uploaded: false, deduped: true }
    return { success: true, url: storeMedia(context, caller, { ...body, ...key }), uploaded: true, deduped: false }
  },

  /** MEDIA-031: a known key gets its earlier response, with or without a generator. */
  generate: ({ context, caller, body }) => {
    const key = { origin: 'generate', fileHash: body.fileHash ?? null } as const
    const known = findMedia(context, caller, key)
    if (known !== null) return { success: true, url: known, generated: false, deduped: true }
    const { mediaGenerator } = context.settings()
    if (mediaGenerator === 'none') {
      return new Refusal(503, 'no-generator', { message: 'No image generator is configured.' })
    }
    if (mediaGenerator === 'failing') {
      return new Refusal(502, 'generator-failed', { message: 'The image could not be generated.' })
    }
    const image = { type: 'image/png', bytes: placeholderImage(body.prompt), ...key }
    return { success: true, url: storeMedia(context, caller, image), generated: true, deduped: false }
  },
} satisfies HandlersFor<typeof media>
