import { endpoint } from '../endpoint.ts'
import { bool, sha256, text, filledText } from '../fields.ts'
import { limits } from '../limits.ts'
import * as z from '../schema.ts'

const url = text({ about: "File URL, for use in a product's images." })
const deduped = bool({ about: 'true if a file with this hash existed and nothing was stored.' })

export const media = {
  upload: endpoint({
    id: 'media.upload',
    method: 'POST',
    path: '/media',
    summary: "Upload an image to the store's media library",
    scope: 'products.write',
    pin: 'required',
    pinShown: true,
    query: z.object({
      fileHash: z.optional(
        sha256({
          about:
            'SHA-256 of the file. Another upload with the same hash stores nothing. Without a hash, each upload stores a file.',
        }),
      ),
    }),
    upload: {
      field: 'file',
      about: 'An image of at most 8 MB.',
      maxBytes: limits.uploadMaxBytes,
      types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/svg+xml', 'image/avif'],
    },
    response: z.object({
      success: z.boolean(),
      url,
      uploaded: bool({ about: 'false if the file existed.' }),
      deduped,
    }),
    idempotency: { kind: 'key', field: 'fileHash' },
    errors: [
      {
        status: 400,
        when: 'The form does not contain exactly one file, or the file is empty, over 8 MB, of an unsupported type, or contains HTML or a program.',
      },
    ],
    assumed: ['B27', 'B28', 'B29', 'C5', 'C6'],
  }),
  generate: endpoint({
    id: 'media.generate',
    method: 'POST',
    path: '/media/generate',
    summary: 'Generate an image from a description',
    scope: 'products.write',
    pin: 'required',
    pinShown: true,
    body: z.object({
      prompt: filledText({ about: 'Description of the image, at most 2000 characters.', max: 2000 }),
      fileHash: z.nullish(
        sha256({ about: 'Your key for this image (64 hex digits). An existing image with this key is returned.' }),
      ),
    }),
    example: { body: { prompt: 'A blue ceramic mug on a white table' } },
    response: z.object({
      success: z.boolean(),
      url,
      generated: bool({ about: 'false if an image with this key existed.' }),
      deduped,
    }),
    idempotency: { kind: 'key', field: 'fileHash' },
    errors: [
      { status: 400, when: 'prompt is missing or over 2000 characters, or fileHash is not a SHA-256 in hex.' },
      {
        status: 503,
        when: 'No image provider or API key is configured.',
        advice: 'Use your own image. Waiting does not help, because the generator is a platform setting.',
      },
      { status: 502, when: 'The generation failed.', advice: 'Retry, for example with another prompt.' },
    ],
    assumed: ['A22', 'B29'],
  }),
}
