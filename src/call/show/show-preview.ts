import type { WireRequest } from '../../http/wire.ts'
import type { OpenRegion } from '../../tasks/call/open-regions.ts'
import { escapeForeign } from '../../text/escape.ts'
import type { SentFile } from '../input/request-input.ts'
import { prepare, type Call } from '../send/call.ts'
import type { Strategy } from '../send/strategy.ts'
import { shellCommand, type ShownRequest } from './shell-command.ts'

interface PreviewInput {
  readonly strategy: Strategy
  readonly regions: readonly OpenRegion[]
}

/** Shows the requests for `--dry-run` and `--curl` without sending any. */
export async function showPreview(call: Call, opened: PreviewInput): Promise<void> {
  const { context, options, asked } = call
  const requests = (await requestsOf(call, opened)).map((request) =>
    asked.file === undefined ? shown(request) : form(request, asked.file),
  )
  const isJson = options.format === 'json'
  if (options.preview === 'curl') {
    const commands = requests.map(shellCommand)
    context.terminal.out(isJson ? escapeForeign(JSON.stringify({ commands })) : commands.join('\n'))
  } else if (isJson) context.terminal.out(escapeForeign(JSON.stringify({ requests })))
  else context.terminal.out(requests.map(requestText).join('\n\n'))
  if (!isJson && options.preview === 'dry-run') context.terminal.note('Nothing was sent.')
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

/** Shows a form by its file, because its bytes are not readable and its boundary is new for each request. */
function form(request: WireRequest, file: SentFile): ShownRequest {
  const { headers, ...rest } = shown({ ...request, body: '' })
  const { 'Content-Type': _, ...others } = headers
  return { ...rest, headers: others, body: null, file }
}

function requestText({ method, url, headers, body, file }: ShownRequest): string {
  const lines = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  if (file !== undefined) lines.push('', `Form field ${file.field}: ${file.path} (${file.size} bytes, ${file.type})`)
  return escapeForeign([...lines, ...(body === null ? [] : ['', body])].join('\n'))
}

async function requestsOf(call: Call, { strategy, regions }: PreviewInput): Promise<WireRequest[]> {
  const requests: WireRequest[] = []
  for (const region of regions)
    for (const asked of await strategy.requests(region)) requests.push(await prepare(call, region, asked))
  return requests
}
