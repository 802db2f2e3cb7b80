import { AppError } from '../../errors.ts'
import { parseObject, type JsonObject } from '../../text/json.ts'
import { jsonAnswer } from '../pages/page.ts'

/** Returns a failed control operation in the client's format. */
export function controlFailure(status: number, { code, message, suggestions, details }: AppError): Response {
  return jsonAnswer({ error: { code, message, suggestions, details } }, status)
}

/** Reads the JSON object of a request. An empty body is an empty object. Raises `emulator.bad-request` for anything else. */
export async function readJsonObject(request: Request): Promise<JsonObject> {
  const text = await request.text()
  if (text === '') return {}
  const object = parseObject(text)
  if (object !== null) return object
  throw new AppError('emulator.bad-request', 'The body is not a JSON object.')
}
