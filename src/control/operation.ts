import type { ErrorCode } from '../errors/codes.ts'
import type { Fields, FieldsInput, CheckedFields } from './fields.ts'

declare const answered: unique symbol

/** What a successful answer holds: one member of a JSON object, or the whole of it when no member is named. */
export interface Answer<T> {
  readonly member?: string
  readonly [answered]?: T
}

/** The answer is `{<member>: T}`; client and handler have to do with the member alone. */
export function member<T>(name: string): Answer<T> {
  return { member: name }
}

/** The answer is the object T. */
export function whole<T>(): Answer<T> {
  return {}
}

/** The answer is an empty object. */
export const nothing = whole<void>()

/** What is asked for; nothing is another than before. */
interface ReadFacts {
  readonly method: 'GET'
  readonly step?: undefined
}

interface WriteFacts {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /**
   * What is remembered of it so that it can be taken back, in words that follow `taken back:`; `{name}` stands for what was given, `{name:length}` for it as a length of time. Null for what changes
   * nothing of the platform, and where the whole state is put aside.
   */
  readonly step: string | ChosenWords | null
}

/** Words that depend on what was given as `by`, for each value of it. */
export interface ChosenWords {
  readonly by: string
  readonly words: Readonly<Record<string, string>>
}

/** One operation of the control interface as data. The client's method, the emulator's route and the check of what arrives are derived from it. */
export type OperationFacts = (ReadFacts | WriteFacts) & {
  /** Below `CONTROL_PREFIX`; `{name}` marks a path parameter. */
  readonly path: string
  readonly params?: Fields
  readonly query?: Fields
  /** `open`: any members; the handler checks them. */
  readonly body?: Fields | 'open'
  readonly answer: Answer<unknown>
  /** How a body is refused: `A product cannot be created` with this sku. Without it the field is named with what it must be. */
  readonly refusal?: string
  /** What the refusal advises. */
  readonly hint?: string
  /** The code of the refusal, when it is not `emulator.bad-request`. */
  readonly refusedAs?: ErrorCode
  /** How long it may take; the transport's own time when left out. */
  readonly timeoutMs?: number
}

/** The emulator's own interface is below it on the portal's address; nothing of it exists on the live platform (decisions P3). */
export const CONTROL_PREFIX = '/_emu/v1'

/** A request with it sets something up for a person who asked for none of it: it is no step that `app emulator undo` takes back. Any value will do. */
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

/** One object type of what is joined, so that only an object with its names fits. */
type Flat<T> = { readonly [Name in keyof T]: T[Name] }

/** What a caller gives, all in one object: no name stands twice among path, query and body. */
export type InputOf<O extends OperationFacts> = Flat<
  PartInput<O['params']> & PartInput<O['query']> & PartInput<O['body']>
>

/** What a handler has of it. */
export type CheckedInput<O extends OperationFacts> = Flat<
  CheckedPart<O['params']> & CheckedPart<O['query']> & CheckedPart<O['body']>
>

/** The body alone, checked: what the work behind a handler needs. */
export type CheckedBody<O extends OperationFacts> = CheckedPart<O['body']>

export type AnswerOf<O extends OperationFacts> = O['answer'] extends { readonly [answered]?: infer T } ? T : never
