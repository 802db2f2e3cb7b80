import { embedDefects } from '../../protocol/embed-defect.ts'
import { slotTypes, type SlotType } from '../../protocol/manifest-slots.ts'

export const tokenKinds = ['good', ...embedDefects, 'none'] as const
export type TokenKind = (typeof tokenKinds)[number]

/** The last is written from right to left. */
export const locales = ['en', 'tr', 'de', 'ar'] as const

export const themes = ['browser', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** In CSS pixels; `page` is as wide as there is room. */
export const widths = ['page', '390', '768', '1024', '1280', '1600'] as const
export type Width = (typeof widths)[number]

export const hintKinds = ['true', 'forged'] as const

/** What is looked at in the lab, and how: all of it stands in the page's query. */
export interface Choice {
  readonly surface: SlotType
  /** Of the full page alone: nothing else has a token (EMB-046). */
  readonly token: TokenKind
  /** `locale` and `uiLocale`. */
  readonly locale: string
  /** Null: the language of the selected region. */
  readonly content: string | null
  readonly theme: Theme
  readonly width: Width
  /** Of a detail slot; null for the newest record. */
  readonly record: number | null
  /** `forged`: the hints of a detail slot name a store and a region that are not there. */
  readonly hints: (typeof hintKinds)[number]
  /** Whether the app is asked with every defect. */
  readonly checksTokens: boolean
}

/** What is not understood is ignored. */
export function readChoice(query: URLSearchParams): Choice {
  const oneOf = <T extends string>(name: string, known: readonly [T, ...T[]]): T =>
    known.find((one) => one === query.get(name)) ?? known[0]
  const content = query.get('content') ?? ''
  const record = Number(query.get('record'))
  return {
    surface: oneOf('view', slotTypes),
    token: oneOf('token', tokenKinds),
    locale: oneOf('locale', locales),
    content: /^[a-z]{2,3}$/.test(content) ? content : null,
    theme: oneOf('theme', themes),
    width: oneOf('width', widths),
    record: Number.isSafeInteger(record) && record > 0 ? record : null,
    hints: oneOf('hints', hintKinds),
    checksTokens: query.get('check') === 'tokens',
  }
}
