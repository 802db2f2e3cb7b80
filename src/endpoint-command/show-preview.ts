import { openClient } from '../tasks/open-client.ts'
import { escapeForeign } from '../values/escape.ts'
import type { WireRequest } from '../values/wire.ts'
import { shellCommand, type ShownRequest } from './shell-command.ts'
import { isFanOut, wantedOf, type SpecialCall } from './special-call.ts'
import { bodiesOf } from './write-bodies.ts'

/** `--dry-run` and `--curl`: the requests that would be made, and none is. */
export async function showPreview(call: SpecialCall): Promise<void> {
  const { context, wish } = call
  const requests = (await requestsOf(call)).map(shown)
  const isJson = wish.format === 'json'
  if (wish.preview === 'curl') {
    const commands = requests.map(shellCommand)
    context.terminal.out(isJson ? escapeForeign(JSON.stringify({ commands })) : commands.join('\n'))
  } else if (isJson) context.terminal.out(escapeForeign(JSON.stringify({ requests })))
  else context.terminal.out(requests.map(requestText).join('\n\n'))
  if (!isJson && wish.preview === 'dry-run') context.terminal.note('Nothing was sent.')
}

const MASK = '***'

function shown({ method, url, headers, body }: WireRequest): ShownRequest {
  const masked = Object.entries(headers).map(([name, value]) => [
    name,
    name === 'Authorization' ? `Bearer ${MASK}` : value,
  ])
  const text = body === undefined || typeof body === 'string' ? (body ?? null) : Buffer.from(body).toString('utf8')
  return { method, url: url.href, headers: Object.fromEntries(masked) as Record<string, string>, body: text }
}

function requestText({ method, url, headers, body }: ShownRequest): string {
  const lines = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  return escapeForeign([...lines, ...(body === null ? [] : ['', body])].join('\n'))
}

async function requestsOf(call: SpecialCall): Promise<WireRequest[]> {
  const wanted = wantedOf(call)
  if (isFanOut(call)) {
    const { openRegions } = await import('../tasks/open-regions.ts')
    const { regions, close } = await openRegions(call.context, wanted)
    close()
    return Promise.all(regions.map(async ({ client, pin }) => call.prepare(client, { ...call.input, region: pin })))
  }
  const { client, close } = await openClient(call.context, wanted)
  close()
  const { region } = wanted
  return Promise.all(bodiesOf(call).map(async (body) => call.prepare(client, { ...call.input, body, region })))
}
