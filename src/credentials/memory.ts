import { keyName, rowOf, type CredentialKey, type Credentials, type Placement } from './credentials.ts'

const placement: Placement = { backend: 'memory', where: 'process memory' }

/** Creates credentials in memory, for tests. */
export function memoryCredentials({ now }: { now?: () => Date } = {}): Credentials {
  const kept = new Map<string, { key: CredentialKey; value: string; savedAt: Date | null }>()
  const get = async (key: CredentialKey) => kept.get(keyName(key))?.value ?? null
  return {
    get,
    stored: get,
    source(key) {
      const entry = kept.get(keyName(key))
      return entry === undefined ? null : { ...placement, savedAt: entry.savedAt }
    },
    async set(key, value) {
      kept.set(keyName(key), { key, value, savedAt: now?.() ?? null })
      return placement
    },
    async remove(key) {
      return kept.delete(keyName(key))
    },
    async list() {
      const names = [...kept.keys()].toSorted()
      const entries = names.flatMap((name) => kept.get(name) ?? [])
      return entries.map((entry) => rowOf({ ...placement, ...entry }, now?.() ?? null))
    },
    async probe() {
      return placement
    },
    isClosed: async () => false,
  }
}
