import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { media } from '../../catalog/resources/media.ts'
import { escapeCell } from '../../text/escape.ts'
import { orDash } from '../cells.ts'
import type { View } from '../view.ts'

export const uploadedFile: View<ResponseOf<typeof media.upload>> = ({ url, deduped }) =>
  `${deduped ? 'Already existed (nothing was stored)' : 'Uploaded'}: ${escapeCell(orDash(url))}`

export const generatedImage: View<ResponseOf<typeof media.generate>> = ({ url, deduped }) =>
  `${deduped ? 'Already existed (nothing was generated)' : 'Generated'}: ${escapeCell(orDash(url))}`
