import Big from 'big.js'

/** A number in a text, and its spelling. */
export interface Amount {
  readonly written: string
  /** Decimal, without thousands separators. */
  readonly value: Big
}

/** Finds numbers as people and machines write them: 1234567.89, 1,234,567.89, 1.234.567,89, 1 234 567,89. */
export function amountsIn(text: string): readonly Amount[] {
  const plain = text.replaceAll(/[\u00a0\u202f]/g, ' ')
  const found = plain.match(/\d{1,3}(?:[ ,.'’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)?/g) ?? []
  return found.map((written) => ({ written, value: new Big(normal(written)) }))
}

/** The last mark is the decimal separator, unless it only groups three digits as the others do. */
function normal(written: string): string {
  const marks = written.match(/[.,]/g) ?? []
  const last = Math.max(written.lastIndexOf('.'), written.lastIndexOf(','))
  const isGroup = marks.length > 1 && marks.every((mark) => mark === marks[0]) && written.length - last === 4
  const whole = last === -1 || isGroup ? written : written.slice(0, last)
  const fraction = last === -1 || isGroup ? '' : written.slice(last + 1)
  return `${whole.replaceAll(/\D/g, '')}${fraction === '' ? '' : `.${fraction}`}`
}

/** Returns the exact sum of decimal texts. */
export function sumAmounts(texts: readonly string[]): Big {
  return texts.reduce((sum, text) => sum.plus(text), new Big(0))
}

/** Returns true if an amount is one of these sums, or so close to one that an app calculated it with floats. */
export function isNear({ value }: Amount, sums: readonly Big[]): boolean {
  return sums.some((sum) => sum.minus(value).abs().lt(2))
}

/** Returns true if a number has the many decimals of a float's rounding error. */
export function isFloatError({ written }: Pick<Amount, 'written'>): boolean {
  return /[.,]\d*(?:0{6,}\d|9{6,}\d?)$|[.,]\d{11,}$/.test(written)
}

export const NO_AMOUNTS = 'the panel shows no amounts of paid orders'

/** Returns why a panel's amounts cannot be judged if it shows neither the paid orders nor their total. */
export function whyUnjudged(panel: string): string {
  const other = amountsIn(panel).find(({ written }) => /[.,]\d{2}$/.test(written))
  if (other === undefined) return NO_AMOUNTS
  return `the panel shows ${other.written}, which is neither the amount of a paid order nor the total`
}

interface Counted {
  /** Currency code. */
  readonly code: string
  readonly orders: number
}

/** Maximum length of a text that contains a currency, a count and an amount together. */
const MOST_APART = 60

/** Returns true if a text contains the currency, the number of orders and an amount of zero together, in any order. */
export function hasZeroTotal(text: string, { code, orders }: Counted): boolean {
  const tokens = [...text.matchAll(/\b[A-Z]{3}\b|\d+(?:[.,]\d+)*/g)].filter(
    ([token]) => token === code || /^\d/.test(token),
  )
  return tokens.some(({ index }, at) => {
    const three = tokens.slice(at, at + 3)
    const written = three.map(([token]) => (/^0+(?:[.,]0+)?$/.test(token) ? '0' : token))
    return (
      (three.at(-1)?.index ?? 0) - index < MOST_APART &&
      [code, String(orders), '0'].every((one) => written.includes(one))
    )
  })
}

interface Labels {
  readonly totals: readonly string[]
  /** Codes of the right currency and of the other one. */
  readonly own: string
  readonly wrong: string
}

/** Number of characters before and after an amount in which its currency may appear. */
const LABEL = 12

/** Returns the first of these amounts next to only the other currency's code or sign; null for none. */
export function wrongLabel(text: string, { totals, own, wrong }: Labels): string | null {
  const sums = [...totals, sumAmounts(totals).toFixed(2)].map((total) => sumAmounts([total]))
  const amounts = amountsIn(text).filter((amount) => isNear(amount, sums))
  const around = amounts.flatMap(({ written }) => {
    const at = text.indexOf(written)
    return at === -1 ? [] : [text.slice(Math.max(0, at - LABEL), at + written.length + LABEL)]
  })
  return around.find((part) => isLabelled(part, wrong) && !isLabelled(part, own))?.trim() ?? null
}

function isLabelled(part: string, currency: string): boolean {
  return [currency, currencySign(currency)].some((name) => part.includes(name))
}

/** Returns `€` for EUR. */
function currencySign(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
}
