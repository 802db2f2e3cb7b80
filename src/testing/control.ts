import type { ControlClient } from '../control/control-client.ts'
import type { AnswerOf, InputOf, OperationFacts } from '../control/operation.ts'
import { operations, type Operations } from '../control/operations.ts'
import { rejectUnknown } from './known-fields.ts'

/** Operations that an in-memory emulator does differently or does not have. */
type Elsewhere = 'stop' | 'reset' | 'snapshots' | 'saveSnapshot' | 'loadSnapshot' | 'removeSnapshot'

/** Input with a default: the seed's store and the app under test. */
type Known = 'store' | 'key' | 'appKey'

type Loose<Input> = Omit<Input, Known & keyof Input> & Partial<Pick<Input, Known & keyof Input>>

type Method<O extends OperationFacts> = (
  ...input: object extends Loose<InputOf<O>> ? [input?: Loose<InputOf<O>>] : [input: Loose<InputOf<O>>]
) => Promise<AnswerOf<O>>

/**
 * Every operation of the emulator's control interface: the actions of customers, stores, the
 * developer portal and the platform. The store and app default to those of the seed. Each operation
 * rejects with the platform's `AppError`.
 */
export type PlatformControl = { readonly [Name in Exclude<keyof Operations, Elsewhere>]: Method<Operations[Name]> }

export interface ControlTools {
  readonly control: ControlClient
  /** Default store code. `key` is the default app key. */
  readonly store: () => string
  readonly key: string
  /**
   * Called when an operation starts and when it is rejected. Never receives the response, which may
   * contain a secret.
   */
  readonly note: (words: string) => void
}

type Values = Readonly<Record<string, unknown>>

/** Creates the control client with the defaults filled in. */
export function createPlatformControl({ control, store, key, note }: ControlTools): PlatformControl {
  const known = { store, key: () => key, appKey: () => key }
  const methods = Object.entries<OperationFacts>(operations).map(([name, operation]) => {
    // The operation's own method takes its declared input, which the types of PlatformControl have checked.
    const call = control[name as keyof Operations] as (input: Values) => Promise<unknown>
    const { params = {}, query = {}, body = {} } = operation
    const fields: Values = { ...params, ...query, ...(body === 'open' ? {} : body) }
    const method = async (input: Values = {}) => {
      if (body !== 'open') rejectUnknown(name, input, fields)
      const filled = Object.entries(known).filter(
        ([field]) => input[field] === undefined && Object.hasOwn(fields, field),
      )
      const whole = { ...input, ...Object.fromEntries(filled.map(([field, value]) => [field, value()])) }
      note(Object.keys(input).length === 0 ? name : `${name} ${JSON.stringify(input)}`)
      return call(whole).catch((error: unknown) => {
        note(`${name} failed: ${error instanceof Error ? error.message : 'unknown reason'}`)
        throw error
      })
    }
    return [name, method]
  })
  return Object.fromEntries(methods) as PlatformControl
}
