import type { StoreRegion } from '../control/contract.ts'
import type { InstallRegion } from '../project/installs.ts'

/** A region as installs keep it: the control interface calls the currency by another name. */
export function asInstallRegion({
  id,
  code,
  countryCode,
  currencyCode,
  domain,
  isDefault,
}: StoreRegion): InstallRegion {
  return { id, code, countryCode, currency: currencyCode, domain, isDefault }
}
