import type { Check } from '../../check.ts'
import { genuineToken } from '../../panel/embed-token.ts'
import { openPanel } from '../../panel/panel.ts'
import { judgeRejections } from './must-reject.ts'

/** An id that no platform reaches during a run. */
const NOBODYS = 900_000

const why = "A user of a store or region without an install sees another install's data."
const remedy =
  'Look up the install of exactly this StoreId and RegionId. If it does not exist, show that the installation is incomplete.'

/** Genuine tokens for stores and regions without an install. */
export const notInstalled: readonly Check[] = [
  {
    id: 'embed.other-store',
    title: 'The panel reports an incomplete installation for a store without an install',
    rules: ['EMB-099', 'EMB-100', 'EMB-101'],
    needs: ['embed.missing'],
    unless: ['install.stores'],
    run: async (harness) => {
      const place = await harness.installedPlace()
      const token = genuineToken(harness, place, { StoreId: place.store.id + NOBODYS, StoreCode: 'nobodys' })
      const opening = await openPanel(harness, place, { token })
      const opened = 'The panel opens for a store without an install'
      const seen = [{ what: 'for a store without an install', opening }]
      return judgeRejections(harness, { opened, why, remedy, code: 'embed_store_not_installed' }, seen)
    },
  },
  {
    id: 'embed.other-region',
    title: 'The panel reports an incomplete installation for a region without an install',
    rules: ['EMB-099', 'EMB-100', 'EMB-101', 'EMB-102'],
    needs: ['embed.other-store'],
    unless: ['install.regions'],
    run: async (harness) => {
      const place = await harness.installedPlace()
      if (place.installRegionId === null) return []
      const token = genuineToken(harness, place, { RegionId: place.region.id + NOBODYS })
      const opening = await openPanel(harness, place, { token })
      const opened = 'The panel opens for a region without an install'
      const seen = [{ what: 'for a region without an install', opening }]
      return judgeRejections(harness, { opened, why, remedy, code: 'embed_store_not_installed' }, seen)
    },
  },
]
