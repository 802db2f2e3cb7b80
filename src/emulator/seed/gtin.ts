/** Returns a 13-digit code that begins with 2, as no manufacturer's does, with its check digit (GS1 General Specifications, section 7.9). */
export function gtin13(number: number): string {
  const digits = `2${String(number + 1).padStart(11, '0')}`
  let sum = 0
  for (let at = 0; at < digits.length; at++) sum += Number(digits[at]) * (at % 2 === 0 ? 1 : 3)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
