import Big from 'big.js'

/** A number in a text, and how it is written. */
export interface Amount {
  readonly written: string
  /** Decimal, without thousands separators. */
  readonly value: Big
}

/** Numbers as people and machines write them: 1234567.89, 1,234,567.89, 1.234.567,89, 1 234 567,89. */
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

/** The exact sum of decimal texts. */
export function sumOf(texts: readonly string[]): Big {
  return texts.reduce((sum, text) => sum.plus(text), new Big(0))
}

/** Whether an amount is one of these sums, or so close to one that an app has calculated it with floats. */
export function isNear({ value }: Amount, sums: readonly Big[]): boolean {
  return sums.some((sum) => sum.minus(value).abs().lt(2))
}

/** Whether a number has the many decimals that only the rounding error of a float has. */
export function isFloatError({ written }: Pick<Amount, 'written'>): boolean {
  return /[.,]\d*(?:0{6,}\d|9{6,}\d?)$|[.,]\d{11,}$/.test(written)
}

export const NO_AMOUNTS = 'the panel shows no amounts of paid orders'

/** Why the amounts of a panel cannot be judged that shows neither the paid orders nor their total. */
export function whyUnjudged(panel: string): string {
  const other = amountsIn(panel).find(({ written }) => /[.,]\d{2}$/.test(written))
  if (other === undefined) return NO_AMOUNTS
  return `the panel shows ${other.written}, which is neither the amount of a paid order nor the total`
}

interface Counted {
  /** The code of its currency. */
  readonly code: string
  readonly orders: number
}

/** The most characters of a text that names a currency, a count and an amount together. */
const MOST_APART = 60

/** Whether a text names the currency, the number of orders and an amount of zero together, in any order. */
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
  /** The codes of the right currency and of the other one. */
  readonly own: string
  readonly wrong: string
}

/** The characters before and after an amount in which its currency may stand. */
const LABEL = 12

/** The first of these amounts that stands beside the code or sign of the other currency alone; null for none. */
export function wrongLabel(text: string, { totals, own, wrong }: Labels): string | null {
  const sums = [...totals, sumOf(totals).toFixed(2)].map((total) => sumOf([total]))
  const amounts = amountsIn(text).filter((amount) => isNear(amount, sums))
  const around = amounts.flatMap(({ written }) => {
    const at = text.indexOf(written)
    return at === -1 ? [] : [text.slice(Math.max(0, at - LABEL), at + written.length + LABEL)]
  })
  return around.find((part) => isLabelled(part, wrong) && !isLabelled(part, own))?.trim() ?? null
}

function isLabelled(part: string, currency: string): boolean {
  return [currency, signOf(currency)].some((name) => part.includes(name))
}

/** `€` for EUR. */
function signOf(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
}
