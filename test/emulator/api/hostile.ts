/** Texts that break a program which treats them as a part of something else. */
export const hostileTexts = [
  "'; DROP TABLE warehouses; --",
  '../../etc/passwd',
  'C:\\con',
  '\u0000',
  '\u001b[2J\r\n\t',
  '\u202etxt.exe',
  '%00%2e%2e',
  '__proto__',
  '${7*7}{{7*7}}',
  'x'.repeat(60_000),
] as const

/** What is not JSON object, or deeper than any that the platform takes. */
export const hostileBodies = [
  '',
  'null',
  'true',
  '7',
  '"text"',
  '[]',
  '[{}]',
  '{"name":',
  '{}{}',
  '{"a":'.repeat(100) + '1' + '}'.repeat(100),
] as const
