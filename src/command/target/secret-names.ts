import type { SecretName } from '../../views/secret/rotated-secrets.ts'

/** The secrets of the developer console by the words of `app secret`. */
export const secretNames: Readonly<Record<string, SecretName>> = {
  client: 'client_secret',
  signing: 'webhook_signing_secret',
}
