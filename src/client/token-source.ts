import type { AppError } from '../errors.ts'
import { changed } from '../errors/changed.ts'
import { originText, type SecretOrigin } from '../text/origins/secret-source.ts'

/** A rejected token is explained by where it came from: a variable hides the stored token, also a new one (TOK-007). */
export function withTokenSource(error: AppError, source: SecretOrigin | null | undefined): AppError {
  if (!source || (error.code !== 'api.unauthorized' && error.code !== 'api.forbidden')) return error
  const { backend, where } = source
  const details = { ...error.details, tokenSource: { backend, where } }
  if (backend !== 'environment') {
    return changed(error, {
      suggestions: [...error.suggestions, `The token came from ${originText(source)}.`],
      details,
    })
  }
  const first = `The token came from ${where}, which overrides every stored token. Unset it, or set it to a current token; a new install does not change it.`
  const others = error.suggestions.filter((one) => !one.includes('Only a new install gives a new token'))
  return changed(error, { suggestions: [first, ...others], details })
}
