import { createHash } from 'node:crypto'

import { PlatformError } from './platform-error.ts'
import type { Access, Platform } from './platform.ts'

/** The app's own picture where there is no generated one: a plain square, as an address that needs no server. */
export const placeholderImage =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 4 4%22%3E%3Cpath fill=%22%23ddd%22 d=%22M0 0h4v4H0z%22/%3E%3C/svg%3E'

/**
 * A picture for a product that this app creates. A platform without a generator says 503, and goes on saying so: then it is the placeholder. Everything else
 * that goes wrong is thrown as it is. The key is made of the words, so that asking again costs nothing.
 */
export async function productImage(platform: Platform, access: Access, prompt: string): Promise<string> {
  const fileHash = createHash('sha256').update(prompt).digest('hex')
  try {
    return await platform.generateImage(access, { prompt, fileHash })
  } catch (error) {
    if (error instanceof PlatformError && error.status === 503) return placeholderImage
    throw error
  }
}
