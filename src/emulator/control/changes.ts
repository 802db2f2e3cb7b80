import type { changes } from '../../control/operations/changes.ts'
import { setCheckpoint } from '../checkpoints/checkpoint.ts'
import { listChanges } from '../checkpoints/list-changes.ts'
import { getStore } from '../platform/stores.ts'
import type { ControlHandlersFor } from './handler.ts'

export const changeHandlers: ControlHandlersFor<typeof changes> = {
  setCheckpoint: ({ context }, { store }) => setCheckpoint(context, getStore(context, store).id),
  changes: ({ context }, { store }) => listChanges(context, getStore(context, store)),
}
