import type { AppError } from '../errors.ts'
import type { Advice } from '../errors/advice.ts'
import { changed } from '../errors/changed.ts'
import { originText, type SecretOrigin } from '../text/origins/secret-source.ts'
import { TOKEN_ELSEWHERE } from './token-elsewhere.ts'

export interface KnownScopes {
  /** Scopes of the install. */
  readonly grantedScopes: readonly string[]
  /** Scopes that the project requests; null without a project. */
  readonly requestedScopes: readonly string[] | null
}

/** Advises how to get another token. */
export function newTokenAdvice(isEmulator: boolean): readonly Advice[] {
  return isEmulator ? [newInstall] : [TOKEN_ELSEWHERE, newLiveInstall]
}

const newInstall =
  'To get a new token, press i in `app dev`, or run `app dev --reinstall`. While `app dev` runs, `app install` works too. Until then, `app token list` shows the old token.'

const newLiveInstall =
  'Otherwise, press i in `app dev --target live` to reinstall the app. This revokes the current token for that store and region everywhere.'

// If the environment sets the token, an install does not change it, and on live each install revokes a token that may work.
const aboutInstalls: readonly Advice[] = [newInstall, newLiveInstall, TOKEN_ELSEWHERE]

/** Explains a rejected token by its source: a variable hides the stored token, even a new one (TOK-007). */
export function withTokenSource(error: AppError, source: SecretOrigin | null | undefined): AppError {
  if (!source || (error.code !== 'api.unauthorized' && error.code !== 'api.forbidden')) return error
  const { backend, where } = source
  const details = { ...error.details, tokenSource: { backend, where } }
  if (backend !== 'environment') {
    return changed(error, {
      suggestions: [...error.advice, `Check the token's source: ${originText(source)}.`],
      details,
    })
  }
  const first =
    error.code === 'api.forbidden'
      ? `The call used the token in ${where}. After a new install, set ${where} to the new token, or unset the variable.`
      : `Unset ${where}, or set it to a current token. The variable overrides every stored token, and a new install does not change the variable.`
  const others = error.advice.filter((one) => !aboutInstalls.includes(one))
  return changed(error, { suggestions: [first, ...others], details })
}

/** Returns the advice for a missing scope, based on the scopes of the install and the project. */
export function forbiddenAdvice(scope: string, known: KnownScopes): Advice {
  if (known.grantedScopes.includes(scope)) {
    return `To get a new token, run \`app install\`. The install record lists ${scope}. Either the record is out of date (\`app context\` shows the token's scopes), or the token has the older, read-only prefix.`
  }
  if (known.requestedScopes?.includes(scope) === true) {
    const found = `The app requests ${scope}, but this install lacks it. The owner disabled the scope, or it was added later. Scopes are frozen at install`
    return {
      emulator: `${found}, so run \`app install\` again.`,
      live: `${found}. If requested_scopes in the developer console lacks ${scope}, add the scope there. Then run \`app install\` again, which revokes the current token.`,
    }
  }
  if (known.requestedScopes === null) {
    return `Add ${scope} to the registration, then reinstall the app. Scopes are frozen at install.`
  }
  return {
    emulator: `Add ${scope} to [scopes] in app.toml, then run \`app register\` and \`app install\`. Scopes are frozen at install.`,
    live: `Add ${scope} to [scopes] in app.toml and to requested_scopes in the developer console, then run \`app install\`, which revokes the current token.`,
  }
}
