import type { CredentialKind, Credentials, SecretSource } from '../../credentials/credentials.ts'
import { AppError } from '../../errors.ts'
import type { Target } from '../../project/targets.ts'
import { isSigningSecret } from '../../protocol/signing-key.ts'
import { originText } from '../../text/origins/secret-source.ts'
import type { DevContext } from '../context.ts'
import type { AppSecrets } from '../installs/secrets.ts'

export interface LiveSecretSource {
  readonly credentials: Credentials
  readonly target: Target
}

/**
 * Returns the app's live secrets, which the developer has stored. Only the key of the app's own
 * database is generated. Raises the errors of `requireLiveSecrets`.
 */
export async function liveSecrets(dev: DevContext, { credentials, target }: LiveSecretSource): Promise<AppSecrets> {
  const appKey = dev.options.project.config.key
  const owner = { identity: target.identity, appKey }
  const entered = await requireLiveSecrets(appKey, { credentials, target })
  const tokenKey = await credentials.get({ ...owner, kind: 'token-key' })
  // A live target always has one, because resolveTarget requires it.
  const clientId = target.clientId ?? ''
  if (tokenKey !== null) return { clientId, ...entered, tokenKey }
  const made = dev.tools.randomBytes(32).toString('hex')
  await credentials.set({ ...owner, kind: 'token-key' }, made)
  return { clientId, ...entered, tokenKey: made }
}

/**
 * Returns the two secrets from the developer console. Raises `project.not-registered` for a missing or malformed
 * secret, and `credentials.*`.
 */
export async function requireLiveSecrets(
  appKey: string,
  { credentials, target }: LiveSecretSource,
): Promise<Pick<AppSecrets, 'clientSecret' | 'signingSecret'>> {
  const owner = { identity: target.identity, appKey }
  const clientSecret = await credentials.get({ ...owner, kind: 'client-secret' })
  const signingSecret = await credentials.get({ ...owner, kind: 'signing-secret' })
  if (clientSecret === null) throw missing('client_secret', target)
  if (signingSecret === null) throw missing('webhook_signing_secret', target)
  const whence = (kind: CredentialKind) => credentials.source({ ...owner, kind })
  if (!/^cs_[\w-]+$/.test(clientSecret))
    throw misshapen('client_secret does not start with cs_', 'client', whence('client-secret'))
  if (!isSigningSecret(signingSecret))
    throw misshapen('webhook_signing_secret is not 64 lowercase hex characters', 'signing', whence('signing-secret'))
  return { clientSecret, signingSecret }
}

function missing(what: string, { baseUrl }: Target): AppError {
  return new AppError(
    'project.not-registered',
    `This app's ${what} for ${baseUrl.origin} is not stored on this machine.`,
    {
      suggestions: [
        'Store what the developer console showed: `app secret set --target live`',
        'Or set SVCAPP_CLIENT_SECRET and SVCAPP_SIGNING_SECRET.',
      ],
    },
  )
}

function misshapen(what: string, name: 'client' | 'signing', source: SecretSource | null): AppError {
  const from = source === null ? '' : ` It came from ${originText(source)}.`
  const again = `Copy it from the developer console again: \`app secret set ${name} --target live\``
  return new AppError('project.not-registered', `The ${what}.${from}`, {
    suggestions: source?.backend === 'environment' ? [`Fix or unset ${source.where}.`, again] : [again],
  })
}
