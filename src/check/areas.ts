import type { Area, Check } from './check.ts'
import { embedArea } from './checks/embed/area.ts'
import { installArea } from './checks/install/area.ts'
import { signatureArea } from './checks/signature/area.ts'

/** Every area, in the order of the report. A new one is a folder in checks/ and one line here. */
export const areas: readonly Area[] = [signatureArea, installArea, embedArea]

export const allChecks: readonly Check[] = areas.flatMap(({ checks }) => checks)

/** `signature` of `signature.window`. */
export function areaOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}
