import { html } from 'hono/html'

import type { StoreRegion } from '../../control/contract.ts'
import type { Html } from './page.ts'

export type MoneyRegion = Pick<StoreRegion, 'languageCode' | 'countryCode' | 'currencyCode'>

/**
 * An amount as the region writes it, rounded to the currency. The stored value is in the title, and
 * an amount that the rounding changed is marked.
 */
export function money(amount: string, region: MoneyRegion, currency = region.currencyCode): Html {
  const { text, look } = format(amount, region, currency)
  return html`<data value="${amount}" title="${amount} ${currency}" class="${look}">${text}</data>`
}

/** The same without markup, for an option of a list. */
export function moneyText(amount: string, region: MoneyRegion): string {
  return format(amount, region, region.currencyCode).text
}

/** A decimal text goes to `Intl` unchanged: no digit passes through a float. */
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
  /** Of the fraction, at most. */
  readonly digits: number
}

const known = new Map<string, Format>()

/** Kept, because a list has a hundred amounts and each new format costs more than the row. */
function formatFor(locale: string, currency: string): Format {
  const key = `${locale} ${currency}`
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const intl = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const made = { intl, digits: intl.resolvedOptions().maximumFractionDigits ?? 0 }
  known.set(key, made)
  return made
}
