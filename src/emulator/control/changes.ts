import type { changes } from '../../control/operations/changes.ts'
import { setCheckpoint } from '../checkpoints/checkpoint.ts'
import { listChanges } from '../checkpoints/list-changes.ts'
import { getStore } from '../platform/stores.ts'
import type { ControlHandlersFor } from './handler.ts'

export const changeHandlers: ControlHandlersFor<typeof changes> = {
  setCheckpoint: ({ world }, { store }) => setCheckpoint(world, getStore(world, store).id),
  changes: ({ world }, { store }) => listChanges(world, getStore(world, store)),
}
