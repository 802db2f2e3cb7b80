import type { StoreChanges } from '../changes.ts'
import { member, operation, whole } from '../operation.ts'
import { storeCode } from './stores.ts'

/** What changed in a store since a moment that was remembered. */
export const changes = {
  /** Takes the place of the one before; returns its time. */
  setCheckpoint: operation({
    method: 'POST',
    path: '/stores/{store}/checkpoint',
    params: storeCode,
    step: 'checkpoint of {store} set',
    answer: member<string>('at'),
  }),
  changes: operation({
    method: 'GET',
    path: '/stores/{store}/changes',
    params: storeCode,
    answer: whole<StoreChanges>(),
  }),
}
