/** Thirteen digits that begin with 2, which no maker's article has, the last of them the check digit (GS1 General Specifications, section 7.9). */
export function gtin13(number: number): string {
  const digits = `2${String(number + 1).padStart(11, '0')}`
  const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
