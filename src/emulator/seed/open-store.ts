import type { OpenStoreAnswer, Store } from '../../control/contract.ts'
import type { CheckedBody } from '../../control/operation.ts'
import { stores } from '../../control/operations/stores.ts'
import type { SeedName } from '../../control/seed/seed-names.ts'
import { AppError } from '../../errors.ts'
import { transaction } from '../../storage/database.ts'
import { insertRow, prepared, readInteger, updateRows } from '../../storage/statements.ts'
import { availableName } from '../../text/available-name.ts'
import { defined } from '../../text/defined.ts'
import { isDeviceName } from '../../text/file-name.ts'
import { slugOf } from '../../text/slug.ts'
import type { EmulatorContext } from '../context.ts'
import { getApp } from '../platform/apps.ts'
import { countryOf, type Country } from '../platform/countries.ts'
import { addTestStore } from '../platform/lifecycle.ts'
import { addManager } from '../platform/managers.ts'
import { getStore } from '../platform/stores.ts'
import { readInput } from '../read-input.ts'
import { seedSizes, type ReportSeed } from './seeds.ts'
import { seedStore } from './store.ts'

type NewStore = CheckedBody<typeof stores.openStore>

const FIRST_STORE_ID = 1001

/**
 * Opens a test store: a real one with its own database, admin and storefront (APP-020), free of charge. Its
 * code is added to the chosen app's `test_store_codes` (APP-022). Only this response contains the manager's
 * password. Raises `emulator.bad-request` for an invalid country or name, `emulator.unknown-app` for the app.
 */
export function openStore(context: EmulatorContext, input: NewStore, report?: ReportSeed): OpenStoreAnswer {
  const { name, regions, appKey, seed, withoutDomain } = input
  const countries = countriesOf(regions)
  const bare = countriesOf(withoutDomain)
  if (!bare.every((country) => countries.includes(country)))
    throw new AppError('emulator.bad-request', "withoutDomain may list only the store's regions.")
  if (appKey !== undefined) getApp(context, appKey)
  const password = context.randomBytes(12).toString('base64url')
  const answer = transaction(context.registry, () => {
    const code = freeCode(context, name)
    const id = nextStoreId(context)
    const domain = `${code}.shop.example`
    insertRow(context.registry, 'stores', { id, code, name, domain, created_at: context.now().getTime() })
    addRegions(context, { storeId: id, domain, countries, bare })
    const email = `manager@${domain}`
    addManager(context, { storeId: id, email, password })
    if (appKey !== undefined) addTestStore(context, appKey, code)
    return { store: getStore(context, id), manager: { email, password } }
  })
  if (seed !== 'none') fill(context, answer.store, seed, report)
  return answer
}

function fill(
  context: EmulatorContext,
  store: Store,
  seed: Exclude<SeedName, 'none'>,
  report: ReportSeed | undefined,
): void {
  const options = defined({ report })
  seedStore(context, store, seed === 'small' ? options : { ...options, size: seedSizes[seed] })
  // Written last, because a store whose seeding was interrupted does not have that seed.
  updateRows(context.registry, 'stores', { id: store.id }, { seed })
}

/** Opens a store with this seed, named after it. Returns null if the emulator already has one. Raises `storage.*`. */
export function openSeededStore(
  context: EmulatorContext,
  seed: Exclude<SeedName, 'none'>,
  report?: ReportSeed,
): OpenStoreAnswer | null {
  if (prepared(context.registry, 'SELECT 1 FROM stores WHERE seed = ?').get(seed) !== undefined) return null
  const name = `${seed.slice(0, 1).toUpperCase()}${seed.slice(1)}`
  return openStore(context, readInput(stores.openStore, { name, seed }), report)
}

/** Returns each country once. Raises `emulator.bad-request` for a country that cannot have a region. */
function countriesOf(codes: readonly string[]): Country[] {
  return [...new Set(codes.map((code) => code.trim().toUpperCase()))].map(countryOf)
}

/** Returns `demo`, then `demo-2`, and so on. The code alone decides the seeded data, so that a reset and the same name create the same store again. */
function freeCode({ registry }: EmulatorContext, name: string): string {
  const isTaken = (code: string) => prepared(registry, 'SELECT 1 FROM stores WHERE code = ?').get(code) !== undefined
  return availableName(codeFrom(name), isTaken)
}

/** The code is the store's file name, and Windows reserves device names whatever follows a dot. */
export function codeFrom(name: string): string {
  const plain = slugOf(name, 40)
  return isDeviceName(plain) ? `store-${plain}` : plain || 'store'
}

function nextStoreId({ registry }: EmulatorContext): number {
  const highest = readInteger(registry, 'SELECT max(id) FROM stores')
  return Math.max(FIRST_STORE_ID, highest + 1)
}

interface NewRegions {
  readonly storeId: number
  readonly domain: string
  readonly countries: readonly Country[]
  /** Countries whose region has no domain. */
  readonly bare: readonly Country[]
}

function addRegions({ registry }: EmulatorContext, { storeId, domain, countries, bare }: NewRegions): void {
  for (const [at, country] of countries.entries()) {
    const code = country.code.toLowerCase()
    insertRow(registry, 'regions', {
      store_id: storeId,
      code,
      country_code: country.code,
      currency_code: country.currency,
      language_code: country.language,
      domain: bare.includes(country) ? null : `${code}.${domain}`,
      is_default: at === 0 ? 1 : 0,
    })
  }
}
