import type { ErrorCode } from '../errors/codes.ts'
import type { Fields, FieldsInput, CheckedFields } from './fields.ts'

declare const answered: unique symbol

/** Content of a successful response: one member of a JSON object, or the whole object. */
export interface Answer<T> {
  readonly member?: string
  readonly [answered]?: T
}

/** The response is `{<member>: T}`. Client and handler use only the member. */
export function member<T>(name: string): Answer<T> {
  return { member: name }
}

/** The response is the object T. */
export function whole<T>(): Answer<T> {
  return {}
}

/** The response is an empty object. */
export const nothing = whole<void>()

/** A read, which changes nothing. */
interface ReadFacts {
  readonly method: 'GET'
  readonly step?: undefined
}

interface WriteFacts {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /**
   * Summary in the undo history. `{name}` is replaced by the input, `{name:length}` by the input as
   * a duration. Null if the operation changes nothing on the platform, or saves or replaces its
   * whole state.
   */
  readonly step: string | ChosenWords | null
}

/** Summaries for each value of the input `by`. */
export interface ChosenWords {
  readonly by: string
  readonly words: Readonly<Record<string, string>>
}

/**
 * An operation of the control interface as data. The client's method, the emulator's route and its
 * input check are derived from it.
 */
export type OperationFacts = (ReadFacts | WriteFacts) & {
  /** Path below `CONTROL_PREFIX`. `{name}` is a path parameter. */
  readonly path: string
  readonly params?: Fields
  readonly query?: Fields
  /** `open`: any members, validated by the handler. */
  readonly body?: Fields | 'open'
  readonly answer: Answer<unknown>
  /** Message for a rejected body. Default: the field and its allowed values. */
  readonly refusal?: string
  /** Suggestion for a rejected body. */
  readonly hint?: string
  /** Error code for a rejected body. Default: `emulator.bad-request`. */
  readonly refusedAs?: ErrorCode
  /** Timeout in ms. Default: the transport's timeout. */
  readonly timeoutMs?: number
}

/**
 * Path prefix of the emulator's control interface on the portal's URL. The live platform has none
 * of it (decisions P3).
 */
export const CONTROL_PREFIX = '/_emu/v1'

/** Header, with any value, for automatic setup requests, which `app emulator undo` does not undo. */
export const SET_UP_HEADER = 'x-svcapp-no-undo'

/** Declares an operation and keeps its exact type. */
export function operation<const O extends OperationFacts>(facts: O): O {
  return facts
}

type PartInput<F> = F extends Fields ? FieldsInput<F> : F extends 'open' ? Readonly<Record<string, unknown>> : unknown
type CheckedPart<F> = F extends Fields
  ? CheckedFields<F>
  : F extends 'open'
    ? Readonly<Record<string, unknown>>
    : unknown

/** Merges joined types into one object type, so that only its members are allowed. */
type Flat<T> = { readonly [Name in keyof T]: T[Name] }

/** The input in one object. Names are unique across path, query and body. */
export type InputOf<O extends OperationFacts> = Flat<
  PartInput<O['params']> & PartInput<O['query']> & PartInput<O['body']>
>

/** The checked input of a handler. */
export type CheckedInput<O extends OperationFacts> = Flat<
  CheckedPart<O['params']> & CheckedPart<O['query']> & CheckedPart<O['body']>
>

/** The checked body alone. */
export type CheckedBody<O extends OperationFacts> = CheckedPart<O['body']>

export type AnswerOf<O extends OperationFacts> = O['answer'] extends { readonly [answered]?: infer T } ? T : never
