/** An amount as people write it: its own digits, at least two behind the point, and the currency. Never through a float. */
export function money(amount: string, currency: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(2, '0')} ${currency}`
}
