import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { changed } from '../../errors/changed.ts'

/** Errors for a missing install, a missing secret or a new origin. */
const causedByTypo = ['install.unknown', 'install.no-secret', 'project.not-registered', 'project.origin-untrusted']

/** After a typo, advice to install, store a secret or trust that origin would be wrong. */
const NEW_PLATFORM = 'If base_url is correct, register the app there: `app register --target live`.'

/** Adds to a live command's error the other base_url that has the missing data. */
export async function withOtherBaseUrl(context: Context, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || !causedByTypo.includes(error.code)) return error
  const { otherBaseUrl } = await import('../../tasks/live/other-base-url.ts')
  const other = await otherBaseUrl(context)
  // The command's own message would report a missing install or secret.
  const message = 'base_url may be wrong. This machine has no data for that URL.'
  return other === null ? error : changed(error, { message, suggestions: [other, NEW_PLATFORM] })
}
