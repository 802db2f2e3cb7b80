import { defects, type DefectName } from './defects.ts'
import { variations, type VariationName } from './variations.ts'

const chosen = new Set((process.env['FAULTY'] ?? '').split(',').filter((name) => name !== ''))

for (const name of chosen) {
  if (!(name in defects) && !(name in variations)) throw new Error(`FAULTY names no defect and no variation: ${name}`)
}

/** Whether the app makes this mistake. */
export function faulty(name: DefectName): boolean {
  return chosen.has(name)
}

/** Whether the app does this in another way that is equally right. */
export function otherwise(name: VariationName): boolean {
  return chosen.has(name)
}
