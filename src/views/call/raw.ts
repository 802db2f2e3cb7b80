import { escapeForeign } from '../../text/escape.ts'
import type { View } from '../view.ts'

/** A body of unknown shape, indented; every number as it arrived. */
export const rawView: View<unknown> = (body) => escapeForeign(JSON.stringify(body, null, 2))
