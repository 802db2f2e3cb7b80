import { keyName, type CredentialKey, type CredentialRow, type Credentials, type Placement } from './credentials.ts'

const placement: Placement = { backend: 'memory', where: 'the memory of this process' }

/** Credentials that are gone with the process, for tests. */
export function memoryCredentials({ now }: { now?: () => Date } = {}): Credentials {
  const kept = new Map<string, { key: CredentialKey; value: string; savedAt: Date | null }>()
  const get = async (key: CredentialKey) => kept.get(keyName(key))?.value ?? null
  return {
    get,
    stored: get,
    async set(key, value) {
      kept.set(keyName(key), { key, value, savedAt: now?.() ?? null })
      return placement
    },
    async remove(key) {
      return kept.delete(keyName(key))
    },
    async list() {
      const names = [...kept.keys()].toSorted()
      return names.flatMap((name): CredentialRow[] => {
        const entry = kept.get(name)
        if (entry === undefined) return []
        const { key, savedAt } = entry
        const ageMs = savedAt === null || now === undefined ? null : now().getTime() - savedAt.getTime()
        const { storeId = null, regionId = null } = key
        return [
          {
            ...placement,
            identity: key.identity,
            appKey: key.appKey,
            kind: key.kind,
            storeId,
            regionId,
            savedAt,
            ageMs,
          },
        ]
      })
    },
    async probe() {
      return placement
    },
  }
}
