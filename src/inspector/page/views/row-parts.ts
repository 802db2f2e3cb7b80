import type { Child } from '../dom.ts'

/** Parts of a timeline line. */
export interface Parts {
  readonly glyph: string
  readonly tone: string
  readonly title: string
  readonly sub: readonly (string | null)[]
  readonly badges: readonly Child[]
  readonly ms: number | null
}
