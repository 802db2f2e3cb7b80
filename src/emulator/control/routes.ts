import type { OperationFacts } from '../../control/operation.ts'
import { operations, type Operations } from '../../control/operations.ts'
import { inputReader, type InputReader } from '../read-input.ts'
import { appHandlers } from './apps.ts'
import { changeHandlers } from './changes.ts'
import { faultHandlers } from './faults.ts'
import { goodsHandlers } from './goods.ts'
import type { ControlHandler, ControlHandlersFor } from './handler.ts'
import { platformHandlers } from './platform.ts'
import { writeSeed } from './seed.ts'
import { storeHandlers } from './stores.ts'
import { undoHandlers } from './undo.ts'

/** Handlers for all operations. A missing one does not compile. */
const handlers: ControlHandlersFor<Operations> = {
  ...platformHandlers,
  ...appHandlers,
  ...storeHandlers,
  ...goodsHandlers,
  ...changeHandlers,
  ...faultHandlers,
  ...undoHandlers,
  seed: ({ context }, input) => writeSeed(context, input),
}

export interface ControlRoute {
  readonly operation: OperationFacts
  readonly handler: ControlHandler<OperationFacts>
  readonly readInput: InputReader
}

/** Returns every operation with its handler. */
export function controlRoutes(): { readonly endpoint: OperationFacts; readonly value: ControlRoute }[] {
  return Object.keys(operations).map((name) => {
    // The names of the operations are the keys of that object.
    const value = controlRoute(name as keyof Operations)
    return { endpoint: value.operation, value }
  })
}

/** Returns one operation with its handler. */
export function controlRoute(name: keyof Operations): ControlRoute {
  const operation: OperationFacts = operations[name]
  return { operation, handler: handlerOf(name), readInput: inputReader(operation) }
}

/** `ControlHandlersFor` proves that each handler exists and accepts the input of its own operation, which is the only input it gets. */
function handlerOf(name: string): ControlHandler<OperationFacts> {
  const handler = (handlers as unknown as Readonly<Record<string, ControlHandler<OperationFacts>>>)[name]
  if (handler === undefined) throw new TypeError(`No handler for ${name}.`)
  return handler
}
