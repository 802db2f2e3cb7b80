import { readFileSync, statSync } from 'node:fs'

import { limits } from '../../catalog/limits.ts'
import { AppError } from '../../errors.ts'
import { escapeCell } from '../../text/escape.ts'
import { jsonFaultText } from '../../text/json-fault.ts'
import { isObject, parseJson } from '../../text/json.ts'
import type { Store } from '../contract.ts'
import type { ControlClient } from '../control-client.ts'
import type { SeedFile } from '../operations.ts'
import type { SeedName } from './seed-names.ts'

const SHAPE = 'For the format, see schema/seed.schema.json in the package.'
const SPLIT = 'Split the file. A row can refer to a store from an earlier file.'

/** Reads a seed file from its path or from the bytes of standard input. Raises `usage.invalid`. */
export function readSeedFile(file: string | Uint8Array, ifMissing: readonly string[] = []): SeedFile {
  const name = typeof file === 'string' ? escapeCell(file) : 'Standard input'
  const invalid = (problem: string, suggestions: readonly string[] = [SHAPE], cause?: unknown) =>
    new AppError('usage.invalid', `${name} ${problem}. Nothing was written.`, {
      cause,
      suggestions,
    })
  const unread = (cause: unknown) =>
    cause instanceof TypeError
      ? invalid('is not UTF-8 text', [SHAPE], cause)
      : invalid('does not exist, or cannot be read', ifMissing, cause)
  try {
    const size = typeof file === 'string' ? statSync(file).size : file.length
    if (size > limits.uploadMaxBytes) {
      throw invalid(`is ${(size / 2 ** 20).toFixed(1)} MiB in size, but the limit is 8 MiB`, [SPLIT])
    }
    const bytes = typeof file === 'string' ? readFileSync(file) : file
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const parsed = parseJson(text)
    if (parsed.ok && isObject(parsed.value)) {
      // `$schema` is for editors. The emulator validates the other members.
      const { $schema: _, ...seed } = parsed.value
      return seed
    }
    const isMalformed = !parsed.ok && parsed.reason === 'malformed'
    throw invalid(isMalformed ? `is not JSON: ${jsonFaultText(text)}` : 'is not a JSON object')
  } catch (cause) {
    throw cause instanceof AppError ? cause : unread(cause)
  }
}

interface SeededStore {
  readonly key: string
  readonly seed: SeedName | SeedFile
  /** Store to open if the file has no stores. */
  readonly store: NonNullable<SeedFile['stores']>[number]
}

/** Opens a test store of the app with a seed, or the first store of a seed file with stores. Raises `emulator.*`. */
export async function openSeededStore(control: ControlClient, { key, seed, store }: SeededStore): Promise<Store> {
  if (typeof seed === 'string') return (await control.openStore({ ...store, seed, appKey: key })).store
  const stores = seed.stores?.length ? seed.stores : [store]
  const { stores: opened } = await control.seed({ ...seed, stores })
  const [first] = opened
  if (first === undefined) throw new Error('The emulator did not open a store.')
  await control.addTestStore({ key, code: first.code })
  return first
}
