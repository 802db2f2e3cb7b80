import { html } from 'hono/html'

import type { StoreRegion } from '../../control/contract.ts'
import type { Html } from './page.ts'

export type MoneyRegion = Pick<StoreRegion, 'languageCode' | 'countryCode' | 'currencyCode'>

/**
 * Shows an amount in the region's format, rounded to the currency. The title has the stored value,
 * and an amount that was changed by rounding is marked.
 */
export function money(amount: string, region: MoneyRegion, currency = region.currencyCode): Html {
  const { text, look } = format(amount, region, currency)
  return html`<data value="${amount}" title="${amount} ${currency}" class="${look}">${text}</data>`
}

/** Formats an amount without markup, for a list option. */
export function moneyText(amount: string, region: MoneyRegion): string {
  return format(amount, region, region.currencyCode).text
}

/** Formats an amount. Decimal text is sent to `Intl` unchanged, so that no digit passes through a float. */
function format(amount: string, region: MoneyRegion, currency: string) {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return { text: `${amount} ${currency}`, look: '' }
  const { intl, digits } = formatFor(`${region.languageCode}-${region.countryCode}`, currency)
  const { length } = (amount.split('.')[1] ?? '').replace(/0+$/, '')
  return {
    text: intl.format(amount as `${number}`),
    look: length > digits ? 'rounded' : '',
  }
}

interface Format {
  readonly intl: Intl.NumberFormat
  /** Maximum number of fraction digits. */
  readonly digits: number
}

const known = new Map<string, Format>()

/** Returns a cached format, because a list has a hundred amounts and a new format costs more than the row. */
function formatFor(locale: string, currency: string): Format {
  const key = `${locale} ${currency}`
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const intl = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const made = { intl, digits: intl.resolvedOptions().maximumFractionDigits ?? 0 }
  known.set(key, made)
  return made
}
