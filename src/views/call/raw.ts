import { escapeForeign } from '../../text/escape.ts'
import type { View } from '../view.ts'

/** Formats a body of unknown shape as indented JSON, with every number exactly as received. */
export const rawView: View<unknown> = (body) => escapeForeign(JSON.stringify(body, null, 2))
