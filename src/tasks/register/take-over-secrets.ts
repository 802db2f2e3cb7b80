import type { Context } from '../../context.ts'
import { noteNewSecrets } from '../../dev/installs/app-keys.ts'
import { renewSecrets, type SecretSource } from '../../dev/installs/secrets.ts'

/** Does the same as `renewSecrets`. A running `app dev` restarts the app with the new secrets. */
export async function takeOverSecrets(
  { paths, now }: Pick<Context, 'paths' | 'now'>,
  source: SecretSource,
  appKey: string,
  wantsMissing = true,
): Promise<readonly string[]> {
  const renewed = await renewSecrets(source, appKey, wantsMissing)
  if (renewed.length > 0) noteNewSecrets({ paths, identity: source.identity, appKey }, now())
  return renewed
}
