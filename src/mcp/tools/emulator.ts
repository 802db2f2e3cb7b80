import { oneOf, optional, orElse, bool, type Field } from '../../control/fields.ts'
import type { OperationFacts } from '../../control/operation.ts'
import { operations } from '../../control/operations.ts'
import { AppError } from '../../errors.ts'
import { meantApp } from '../../tasks/selection/apps.ts'
import { meantStore } from '../../tasks/selection/stores.ts'
import { checkInput } from '../input/check-input.ts'
import { inputSchema } from '../input/input-schema.ts'
import { isOffered } from '../offered-operations.ts'
import { tool, type ToolCall, type ToolResult } from '../tool.ts'

type Name = keyof typeof operations

// `operations` is svcapp's own object, so its keys are the names.
const names = (Object.keys(operations) as Name[]).filter((name) => isOffered[name])

const anyObject: Field<Readonly<Record<string, unknown>>> = { kind: 'object', about: "The operation's fields." }

const isReading = (name: Name) => findOperation(name).method === 'GET'

/** Reads the state of the emulator through its control interface. */
export const inspect = tool({
  name: 'inspect',
  about:
    'Read the emulator: deliveries, attempts, requests (with the true cause of a rejection), orders, stores, installs, settings, faults, snapshots, and operations that `emulator` can undo. Without store and key, the current store and app are used.',
  input: { operation: oneOf(names.filter(isReading), ''), input: optional(anyObject) },
  effect: 'reads',
  run: (call, { operation, input = {} }) => perform(call, operation, input),
})

/** Runs operations of stores, customers, the portal and the platform through the emulator's control interface. */
export const emulator = tool({
  name: 'emulator',
  about:
    'Act on the emulator as stores, customers, the portal and the platform: placeOrder {paid, region, items}, changeOrder {id, operation}, uninstall, setPlan, createProduct, redeliver, undo. Without store and key, the current store and app are used. With describe, lists the fields.',
  input: {
    operation: oneOf(
      names.filter((name) => !isReading(name)),
      '',
    ),
    input: optional(anyObject),
    describe: orElse(bool("List the operation's fields without running it."), false),
  },
  effect: 'destroys',
  run: async (call, { operation, input = {}, describe }) =>
    describe ? { said: { operation, takes: buildInput(findOperation(operation)) } } : perform(call, operation, input),
})

async function perform(call: ToolCall, operation: Name, input: Readonly<Record<string, unknown>>): Promise<ToolResult> {
  const facts = findOperation(operation)
  if (call.targetName !== 'emulator') throw notOnLive(operation)
  const control = await call.control()
  const placed = { ...input, ...(await targetFields(call, facts, input)) }
  const checked = facts.body === 'open' ? placed : checkInput(listFields(facts), placed)
  const run = control[operation] as (input: object) => Promise<unknown>
  return { said: { operation }, foreign: { answer: withoutPassword(await run(checked)) } }
}

function notOnLive(operation: Name): AppError {
  return new AppError(
    'usage.invalid',
    `${operation} works only on the emulator, but the target is the live platform.`,
    {
      suggestions: ['Use the store admin or the developer console.'],
    },
  )
}

function findOperation(name: Name): OperationFacts {
  return operations[name]
}

function listFields({ params, query, body }: OperationFacts) {
  return { ...params, ...query, ...(body === 'open' ? {} : body) }
}

function buildInput(facts: OperationFacts): unknown {
  if (facts.body === 'open') return 'any fields: {name: value}'
  // Store and app default to the current ones.
  const { required = [], ...schema } = inputSchema(listFields(facts))
  return { ...schema, required: (required as readonly string[]).filter((name) => name !== 'store' && name !== 'key') }
}

/** Returns the store and the app of the call, if the operation needs them. */
async function targetFields(call: ToolCall, facts: OperationFacts, input: Readonly<Record<string, unknown>>) {
  const { store, key } = facts.params ?? {}
  const { context, control, project } = call
  if (store === undefined && key === undefined) return {}
  const tools = { context, control: await control(), identity: (await call.target()).identity }
  const meant = store === undefined ? null : await meantStore(tools, readText(input['store']))
  return {
    ...(meant !== null && { store: meant.code }),
    ...(key !== undefined && { key: await meantApp({ control, project }, readText(input['key'])) }),
  }
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Removes the manager's password from the response to opening a store, because the client does not need it. */
function withoutPassword(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('manager' in answer)) return answer
  const { manager: _, ...rest } = answer
  return rest
}
