import { readCallOptions } from './call/input/call-options.ts'
import { doubtsOf } from './call/input/doubts.ts'
import { exampleOf, asksForExample, showExample } from './call/input/example.ts'
import { listRowFields } from './call/input/fields.ts'
import { endpointArgs, endpointFlags } from './call/input/flags.ts'
import { assembleInput } from './call/input/input.ts'
import { runCall } from './call/run-call.ts'
import type { PrepareBody } from './call/send/call.ts'
import type { EndpointFacts, ResponseOf } from './catalog/endpoint.ts'
import { valuesText } from './catalog/fields.ts'
import { AppCommand, type AppCommandClass } from './cli.ts'
import { escapeForeign } from './text/escape.ts'
import type { View } from './views/view.ts'

/**
 * Creates a command from an endpoint and a view. Path parameters and the file of an upload are arguments, query fields and scalar body
 * fields are flags, and `--data`, `-f` and `-F` set the body. `--json` prints the platform's body byte for byte; otherwise the view is
 * shown. Everything beyond one plain call (pages, regions, formats, previews, bulk files, streams) follows from the endpoint's facts.
 */
export function endpointCommand<E extends EndpointFacts>(
  endpoint: E,
  view: View<ResponseOf<E>>,
  more: { readonly prepareBody?: PrepareBody } = {},
): AppCommandClass<void> {
  const flags = endpointFlags(endpoint)
  const hasFile = 'cursor-file' in flags || 'failed-out' in flags
  return class extends AppCommand<void> {
    static override summary = endpoint.summary
    static override description: string
    static override examples: string[]
    static {
      // Only help and the manifest read these two. oclif copies enumerable properties.
      Object.defineProperties(this, {
        description: { enumerable: true, get: () => describe(endpoint) },
        examples: { enumerable: true, get: () => exampleOf(endpoint) },
      })
    }
    static override writes = [
      ...(hasFile ? (['project'] as const) : []),
      ...(endpoint.method === 'GET' ? [] : (['emulator', 'live'] as const)),
    ]
    static override args = endpointArgs(endpoint)
    static override flags = flags

    async run(): Promise<void> {
      const { context } = this
      const { example, upload } = endpoint
      if (example !== undefined && asksForExample(this.argv)) return showExample(context.terminal, example)
      const { args, flags } = await this.parse<Flags, Flags, Flags>(this.ctor)
      const typed = { args, flags, cwd: context.cwd }
      const asked =
        upload === undefined
          ? assembleInput(endpoint, typed)
          : await (await import('./call/input/file-input.ts')).fileInput(upload, typed)
      for (const doubt of doubtsOf(endpoint, asked)) this.note(escapeForeign(doubt))
      const project = await this.project()
      const target = await this.target(project)
      await runCall({
        ...more,
        context,
        screen: this.screen,
        project,
        target,
        facts: { ...endpoint, known: endpoint },
        asked,
        options: readCallOptions({ flags, isJson: this.jsonEnabled() }),
        // A view receives only its endpoint's responses.
        view: view as View<unknown>,
      })
    }
  }
}

type Flags = Record<string, unknown>

function describe(endpoint: EndpointFacts): string {
  const { scope, pin, upload, rows } = endpoint
  const needs = scope === null ? 'Needs no scope.' : `Needs the scope ${scope}.`
  if (upload !== undefined) return `${needs} Maximum size: ${upload.maxBytes} bytes. Types: ${upload.types.join(', ')}.`
  const region = pin === 'required' ? ' With a store-wide token, select the region with --region.' : ''
  return `${needs}${region}${rows === undefined ? '' : rowsText(endpoint)}`
}

/** Describes the fields of a bulk write's row, one per line. */
function rowsText({ body }: EndpointFacts): string {
  const fields = listRowFields(body)
  const lines = fields.map(({ name, type, isRequired, about, values }) => {
    const meanings = values === undefined ? '' : ` ${valuesText(values)}`
    return `${name} (${type}${isRequired ? ', required' : ''}): ${about}${meanings}`
  })
  return `\n\nThe body is {"items": [row, ...]} or an array of rows. Row fields:\n${lines.join('\n')}`
}
