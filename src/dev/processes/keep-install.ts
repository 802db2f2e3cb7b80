import type { ControlClient } from '../../control/control-client.ts'
import type { Credentials } from '../../credentials/credentials.ts'
import { asInstallRegion } from '../../install/emulated-store.ts'
import type { Journal } from '../../journal/journal.ts'
import { appendInstall } from '../../journal/journaled-installs.ts'
import { recordInstall, type Install, type InstallRegion } from '../../project/installs.ts'
import { installedEvent, type InstalledEvent } from '../dev-event.ts'
import type { Stage } from '../stage.ts'

export interface KeepTools {
  readonly journal: Journal
  readonly credentials: Credentials
  readonly identity: string
  /** Of the emulator; null for the live platform. */
  readonly control: ControlClient | null
  /** Told of the install once it was kept, or could not be. */
  readonly onKept?: (kept: KeptInstall) => void
  /** Told what the token is good for. */
  readonly learnToken?: (token: string, scope: { readonly regionId: string | null }) => void
}

interface KeptInstall {
  readonly token: string
  readonly install: Install
  /** Whether it is on record now. */
  readonly isKept: boolean
}

/** What of an exchange's answer is kept; the rest of it is the app's. */
interface Granted {
  readonly token: string
  readonly install: Omit<Install, 'identity' | 'appKey' | 'installedAt'>
}

/**
 * Keeps what the app has just been given: the token in the credential store, the install on record and in the journal. The app goes on in any case, so
 * trouble here is told and raises nothing. Null for an answer that is none.
 */
export async function keepInstall(stage: Stage, tools: KeepTools, answer: Uint8Array): Promise<InstalledEvent | null> {
  const granted = readAnswer(answer)
  if (!granted) return null
  const { identity } = tools
  const appKey = stage.options.project.config.key
  const { storeId, regionId } = granted.install
  tools.learnToken?.(granted.token, { regionId: regionId === null ? null : String(regionId) })
  const place = await lookUpStore(tools.control, granted.install)
  const install: Install = {
    ...granted.install,
    ...place,
    identity,
    appKey,
    installedAt: stage.tools.now().toISOString(),
  }
  const key = { identity, appKey, kind: 'token', storeId, regionId } as const
  let keptIn: string | null = null
  try {
    const { where } = await tools.credentials.set(key, granted.token)
    recordInstall(stage.tools.paths, install)
    keptIn = where
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    stage.emit({ event: 'notice', text: `The app has its token, but this tool could not keep a copy: ${why}` })
  }
  noteInJournal(tools.journal, { install, at: stage.tools.now() })
  tools.onKept?.({ token: granted.token, install, isKept: keptIn !== null })
  return installedEvent(install, { keptIn, already: false })
}

/** The exchange tells neither the store's code nor, for one region, its facts; the emulator knows them. */
async function lookUpStore(
  control: ControlClient | null,
  { storeId, regionId }: Granted['install'],
): Promise<Partial<Pick<Install, 'storeCode' | 'regions'>>> {
  if (control === null) return {}
  try {
    const store = (await control.stores()).find(({ id }) => id === storeId)
    if (!store) return {}
    const regions = store.regions.filter(({ id }) => regionId === null || id === regionId).map(asInstallRegion)
    return { storeCode: store.code, regions }
  } catch {
    return {}
  }
}

function noteInJournal(journal: Journal, { install, at }: { install: Install; at: Date }): void {
  try {
    const { storeId, regionId, installScope, scopes } = install
    appendInstall(journal, {
      at,
      storeId: String(storeId),
      regionId: regionId === null ? null : String(regionId),
      installScope,
      scopes,
    })
  } catch {
    // The journal says so itself, with the next delivery.
  }
}

function readAnswer(bytes: Uint8Array): Granted | null {
  try {
    const fields = JSON.parse(Buffer.from(bytes).toString('utf8')) as Readonly<Record<string, unknown>> | null
    const token = fields?.['access_token']
    const storeId = fields?.['store_id']
    if (!fields || typeof token !== 'string' || typeof storeId !== 'number') return null
    const regionId = fields['region_id']
    return {
      token,
      install: {
        storeId,
        regionId: typeof regionId === 'number' ? regionId : null,
        storeCode: null,
        storeName: textOf(fields['store_name']),
        storeDomain: textOf(fields['store_domain']),
        installScope: fields['install_scope'] === 'store' ? 'store' : 'region',
        scopes: listOf(fields['scopes']).map(String),
        // The documented shape (EXCH rules); what is missing in it stays undefined.
        regions: listOf(fields['regions']) as InstallRegion[],
      },
    }
  } catch {
    return null
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
