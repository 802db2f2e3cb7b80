import type { ResponseOf } from '../../catalog/endpoint.ts'
import type { storeInfo } from '../../catalog/resources/store-info.ts'
import { facts, orDash } from '../cells.ts'
import type { View } from '../view.ts'

export const storeInfoView: View<ResponseOf<typeof storeInfo.get>> = (info, looks) =>
  facts(
    [
      ['Store', orDash(info.storeName)],
      ['Domain', orDash(info.storeDomain)],
      ['Logo', orDash(info.logoUrl)],
      ['Contact', orDash(info.contactEmail)],
    ],
    looks,
  )
