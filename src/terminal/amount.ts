/** Digits after the decimal point, for currencies that do not have two (ISO 4217, list of 2024-06-25). */
const digits: Readonly<Record<string, number>> = {
  ...Object.fromEntries('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map(none)),
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
}

function none(currency: string): [string, number] {
  return [currency, 0]
}

/**
 * Formats `9 TRY` as `9.00 TRY`: adds zeros up to the currency's digits, and never removes or
 * changes a digit (GEN-012). Other text is returned unchanged.
 */
export function amountText(text: string): string {
  const [, whole, fraction = '', currency] = /^(-?\d+)(?:\.(\d+))? ([A-Z]{3})$/.exec(text) ?? []
  if (whole === undefined || currency === undefined) return text
  const shown = fraction.padEnd(digits[currency] ?? 2, '0')
  return `${whole}${shown === '' ? '' : `.${shown}`} ${currency}`
}
