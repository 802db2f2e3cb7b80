import { AppError } from '../../errors.ts'
import { parseObject, type JsonObject } from '../../text/json.ts'
import { jsonAnswer } from '../pages/page.ts'

/** A failure of a control operation, as the client reads it. */
export function controlFailure(status: number, { code, message, suggestions, details }: AppError): Response {
  return jsonAnswer({ error: { code, message, suggestions, details } }, status)
}

/** The JSON object of a request; an empty body is an empty object. Raises `emulator.bad-request` for anything else. */
export async function readJsonObject(request: Request): Promise<JsonObject> {
  const text = await request.text()
  if (text === '') return {}
  const object = parseObject(text)
  if (object !== null) return object
  throw new AppError('emulator.bad-request', 'The body is not a JSON object.')
}
