import type { Context } from 'hono'

import { AppError } from '../../errors.ts'
import { parseJson } from '../../text/json.ts'
import { jsonAnswer } from '../pages/page.ts'

/** A failure of a control operation as the contract has it (control/contract.ts). */
export function controlFailure(status: number, { code, message, suggestions, details }: AppError): Response {
  return jsonAnswer({ error: { code, message, suggestions, details } }, status)
}

/** The JSON object of a request; an empty body is an empty object. Raises `emulator.bad-request` for anything else. */
export async function readBody({ req }: Context): Promise<Readonly<Record<string, unknown>>> {
  const text = await req.text()
  if (text === '') return {}
  const parsed = parseJson(text)
  if (parsed.ok && typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value)) {
    return parsed.value as Record<string, unknown>
  }
  throw new AppError('emulator.bad-request', 'The body is not a JSON object.')
}

/** A whole number of a query within its bounds; `fallback` when it is not given. Raises `emulator.bad-request`. */
export function readNumber({ req }: Context, name: string, bounds: { fallback: number; max: number }): number {
  const text = req.query(name)
  if (text === undefined) return bounds.fallback
  const value = Number(text)
  if (/^\d{1,15}$/.test(text) && value <= bounds.max) return value
  throw new AppError('emulator.bad-request', `${name} is a whole number up to ${bounds.max}.`)
}
