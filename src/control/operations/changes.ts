import type { StoreChanges } from '../changes.ts'
import { member, operation, whole } from '../operation.ts'
import { storeCode } from './stores.ts'

/** Changes of a store since a saved checkpoint. */
export const changes = {
  /** Replaces the previous checkpoint; returns its time. */
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
