import type { AppError } from '../errors.ts'
import type { Advice } from '../errors/advice.ts'
import { changed } from '../errors/changed.ts'
import { originText, type SecretOrigin } from '../text/origins/secret-source.ts'
import { TOKEN_ELSEWHERE } from './token-elsewhere.ts'

export interface KnownScopes {
  /** Scopes of the install. */
  readonly grantedScopes: readonly string[]
  /** Scopes that the project asks for; null without a project. */
  readonly requestedScopes: readonly string[] | null
}

/** How another token is obtained. */
export function newTokenAdvice(isEmulator: boolean): readonly Advice[] {
  return isEmulator ? [newInstall] : [TOKEN_ELSEWHERE, newLiveInstall]
}

const newInstall =
  'Only a new install gives a new token: `i` in `app dev` (or `app dev --reinstall`) gives it to your app; `app install` does the same while `app dev` runs. The stored one is still there: `app token list`.'

const newLiveInstall =
  'Without one: `i` in `app dev --target live` installs again through your app, which revokes the current token of that store and region for all others.'

// With a variable in use no install changes the token, and on live each one revokes a token that may work.
const aboutInstalls: readonly Advice[] = [newInstall, newLiveInstall, TOKEN_ELSEWHERE]

/** A rejected token is explained by where it came from: a variable hides the stored token, also a new one (TOK-007). */
export function withTokenSource(error: AppError, source: SecretOrigin | null | undefined): AppError {
  if (!source || (error.code !== 'api.unauthorized' && error.code !== 'api.forbidden')) return error
  const { backend, where } = source
  const details = { ...error.details, tokenSource: { backend, where } }
  if (backend !== 'environment') {
    return changed(error, {
      suggestions: [...error.advice, `The token came from ${originText(source)}.`],
      details,
    })
  }
  const first = `The token came from ${where}, which overrides every stored token. Unset it, or set it to a current token; a new install does not change it.`
  const others = error.advice.filter((one) => !aboutInstalls.includes(one))
  return changed(error, { suggestions: [first, ...others], details })
}

/** What a token without this scope needs, by what its install and the project know of it. */
export function forbiddenAdvice(scope: string, known: KnownScopes): Advice {
  if (known.grantedScopes.includes(scope)) {
    return `The install on record holds ${scope}. So the record is out of date (\`app context\` shows what the token holds), or the token has the older prefix, which is accepted for reads only: \`app install\` gives a new one.`
  }
  if (known.requestedScopes?.includes(scope) === true) {
    const found = `The app asks for ${scope}, but this install does not hold it: the owner switched it off, or it was added afterwards. Scopes are frozen at install`
    return {
      emulator: `${found}: run \`app install\` again.`,
      live: `${found}. Save requested_scopes in the developer console if it lacks ${scope}, then run \`app install\` again.`,
    }
  }
  if (known.requestedScopes === null) {
    return `The registration must ask for ${scope}, and then the app must be installed again: scopes are frozen at install.`
  }
  return {
    emulator: `The app does not ask for it. Add ${scope} to the scopes in app.toml, then \`app register\` and \`app install\`: scopes are frozen at install.`,
    live: `Add ${scope} to [scopes] in app.toml and to requested_scopes in the developer console, then install again: \`app install\`.`,
  }
}
