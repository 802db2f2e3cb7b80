import type { Provider, ProviderKind } from '../../control/provider.ts'
import { AppError } from '../../errors.ts'
import { integer, text, type Row } from '../../storage/columns.ts'
import { insertRow, prepared, rowById } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { getApp } from './apps.ts'

/** Opens a provider record and links it to an app (GEN-015, GEN-016). Raises `emulator.unknown-app`. */
export function openProvider(context: EmulatorContext, { kind, name, appKey }: Omit<Provider, 'id'>): Provider {
  getApp(context, appKey)
  const id = insertRow(context.registry, 'providers', { kind, name, app_key: appKey })
  return { id, kind, name, appKey }
}

/** Lists providers in the order in which they were opened. */
export function listProviders({ registry }: EmulatorContext): Provider[] {
  return prepared(registry, 'SELECT * FROM providers ORDER BY id').all().map(providerOf)
}

/** Returns a provider. Raises `emulator.bad-request` for an unknown id. */
export function getProvider({ registry }: EmulatorContext, id: number): Provider {
  const row = rowById(registry, 'providers', id)
  if (row === undefined)
    throw new AppError('emulator.bad-request', `Unknown provider ${id}.`, {
      suggestions: ['app emulator provider list'],
    })
  return providerOf(row)
}

function providerOf(row: Row): Provider {
  return {
    id: integer(row, 'id'),
    // Only `openProvider` writes this column.
    kind: text(row, 'kind') as ProviderKind,
    name: text(row, 'name'),
    appKey: text(row, 'app_key'),
  }
}
