import { embedDefects } from '../../protocol/embed-defect.ts'
import { slotTypes, type SlotType } from '../../protocol/manifest-slots.ts'

export const tokenKinds = ['good', ...embedDefects, 'none'] as const
export type TokenKind = (typeof tokenKinds)[number]

/** The last one is written from right to left. */
export const locales = ['en', 'tr', 'de', 'ar'] as const

export const themes = ['browser', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** In CSS pixels. `page` uses the available width. */
export const widths = ['page', '390', '768', '1024', '1280', '1600'] as const
export type Width = (typeof widths)[number]

export const hintKinds = ['true', 'forged'] as const

/** Choices of the panel preview, all contained in the page's query. */
export interface Choice {
  readonly surface: SlotType
  /** Only for the full page, because nothing else has a token (EMB-046). */
  readonly token: TokenKind
  /** Value of `locale` and `uiLocale`. */
  readonly locale: string
  /** Null selects the language of the selected region. */
  readonly content: string | null
  readonly theme: Theme
  readonly width: Width
  /** Record of a detail slot. Null selects the latest. */
  readonly record: number | null
  /** `forged` sends a detail slot the hints of a nonexistent store and region. */
  readonly hints: (typeof hintKinds)[number]
  /** Whether the app is tested with every invalid token. */
  readonly checksTokens: boolean
}

/** Reads the choices and ignores unknown values. */
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
