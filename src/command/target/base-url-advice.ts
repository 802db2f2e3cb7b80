import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { changed } from '../../errors/changed.ts'

/** An install or a secret is missing, or the origin is new. */
const causedByTypo = ['install.unknown', 'install.no-secret', 'project.not-registered', 'project.origin-untrusted']

/** An install, another secret or trust in that origin is wrong advice after a typo. */
const NEW_PLATFORM = 'If base_url is correct, register the app there: `app register --target live`.'

/** The error of a command on live, with the other base_url that has what is missing. */
export async function withOtherBaseUrl(context: Context, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || !causedByTypo.includes(error.code)) return error
  const { otherBaseUrl } = await import('../../tasks/register/other-base-url.ts')
  const other = await otherBaseUrl(context)
  // The command's own message would say that an install or a secret is missing.
  const message = 'base_url may be wrong. This machine has no data for that URL.'
  return other === null ? error : changed(error, { message, suggestions: [other, NEW_PLATFORM] })
}
