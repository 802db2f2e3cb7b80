import type { SecretName } from '../../views/secret/rotated-secrets.ts'

/** Secrets of the developer console by their names in `app secret`. */
export const secretNames: Readonly<Record<string, SecretName>> = {
  client: 'client_secret',
  signing: 'webhook_signing_secret',
}
