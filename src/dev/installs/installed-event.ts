import type { AppConfig } from '../../project/app-config.ts'
import type { Install } from '../../project/installs.ts'
import type { InstalledEvent } from '../events/dev-event.ts'
import { textIds } from './place.ts'

/** Builds the event for an install. */
export function installedEvent(
  install: Pick<Install, 'storeId' | 'regionId' | 'scopes' | 'storeName'> & { readonly installScope: string },
  facts: Pick<InstalledEvent, 'storedIn' | 'alreadyInstalled' | 'wantedScope'>,
): InstalledEvent {
  const { installScope, scopes, storeName } = install
  return { event: 'installed', ...textIds(install), installScope, scopes, storeName, ...facts }
}

/** `install_scope` of app.toml, unless the live install has it: there the developer console decides. */
export function wantedScope(
  { installScope }: Pick<Install, 'installScope'>,
  config: Pick<AppConfig, 'installScope'>,
): Pick<InstalledEvent, 'wantedScope'> {
  return installScope === config.installScope ? {} : { wantedScope: config.installScope }
}
