import { isBeyondPlain } from './call/input/beyond-plain.ts'
import { doubtfulValues } from './call/input/doubtful-values.ts'
import { exampleOf } from './call/input/example.ts'
import { rowFieldsOf } from './call/input/fields.ts'
import { endpointArgs, endpointFlags } from './call/input/flags.ts'
import { assembleInput } from './call/input/input.ts'
import { asksForExample, showExample } from './call/input/show-example.ts'
import type { Sent } from './call/send/pending-call.ts'
import { showResult } from './call/show/show-result.ts'
import type { EndpointFacts, ResponseOf } from './catalog/endpoint.ts'
import type { CallInput, Client } from './client/client.ts'
import { AppCommand, type AppCommandClass } from './command.ts'
import { confirmLiveWrite } from './tasks/call/confirm-live-write.ts'
import { openClient } from './tasks/call/open-client.ts'
import { escapeForeign } from './text/escape.ts'
import type { View } from './views/view.ts'

export interface EndpointCommandOptions {
  /** Looks at the body, and may change it, before anything is asked or written. What it raises ends the command. */
  readonly prepareBody?: (
    tools: { readonly client: Client; readonly region: string | undefined; readonly note: (text: string) => void },
    body: string | undefined,
  ) => Promise<string | undefined>
}

/**
 * An endpoint and a view as a command: path parameters are arguments, query fields and scalar body fields are flags, `--data`, `-f` and `-F` make the body.
 * `--json` prints the platform's body byte for byte; otherwise the view is shown. The platform's `hint` goes to stderr. What goes beyond one plain call (pages,
 * regions, formats, previews, bulk files, streams) follows from the endpoint's facts and is loaded only when it is asked for.
 */
export function endpointCommand<E extends EndpointFacts>(
  endpoint: E,
  view: View<ResponseOf<E>>,
  { prepareBody }: EndpointCommandOptions = {},
): AppCommandClass<void> {
  return class extends AppCommand<void> {
    static override summary = endpoint.summary
    static override description: string
    static override examples: string[]
    static {
      // Only help and the manifest read these two; oclif copies what is enumerable.
      Object.defineProperties(this, {
        description: { enumerable: true, get: () => describe(endpoint) },
        examples: { enumerable: true, get: () => exampleOf(endpoint) },
      })
    }
    static override args = endpointArgs(endpoint)
    static override flags = endpointFlags(endpoint)

    async run(): Promise<void> {
      if (endpoint.example !== undefined && asksForExample(this.argv)) {
        return showExample(this.context.terminal, endpoint.example)
      }
      const { args, flags } = await this.parse<Flags, Flags, Flags>(this.ctor)
      const input = assembleInput(endpoint, { args, flags, cwd: this.context.cwd })
      for (const doubt of doubtfulValues(endpoint, input.query)) this.note(escapeForeign(doubt))
      const project = await this.project()
      const target = await this.target(project)
      const isJson = this.jsonEnabled()
      if (endpoint.rows !== undefined || isBeyondPlain(flags, { isPaged: endpoint.paging === 'page' })) {
        const [{ runPendingCall }, { callOptionsOf }] = await Promise.all([
          import('./call/send/run-pending-call.ts'),
          import('./call/input/call-options.ts'),
        ])
        return runPendingCall({
          context: this.context,
          input,
          flags,
          project,
          target,
          options: callOptionsOf(flags, { isJson }),
          facts: { ...endpoint, known: endpoint },
          // A view gets the answers of its own endpoint only.
          view: view as View<unknown>,
          send: async (client, sent) => client.call(endpoint, inputOf<E>(await this.#completed(client, sent))),
          prepare: async (client, sent) => client.prepare(endpoint, inputOf<E>(sent)),
        })
      }
      const { store, region, debug } = flags as { store?: string; region?: string; debug?: boolean }
      const wanted = { project, target, store, region, debug: debug === true }
      const { client, close } = await openClient(this.context, wanted)
      try {
        const sent = await this.#completed(client, { ...input, region })
        await confirmLiveWrite(this.context.terminal, { target, endpoint, isAgreed: flags['yes'] === true })
        const result = await client.call(endpoint, inputOf<E>(sent))
        showResult(this.context.terminal, { result, view, response: endpoint.response, isJson, screen: this.screen })
      } finally {
        close()
      }
    }

    async #completed(client: Client, sent: Sent): Promise<Sent> {
      if (prepareBody === undefined) return sent
      const { region } = sent
      return { ...sent, body: await prepareBody({ client, region, note: (text) => this.note(text) }, sent.body) }
    }
  }
}

/** The input was checked against the very schemas that its type is made of. */
function inputOf<E extends EndpointFacts>(sent: Sent): CallInput<E> {
  return sent as CallInput<E>
}

type Flags = Record<string, unknown>

function describe(endpoint: EndpointFacts): string {
  const { scope, pin } = endpoint
  const needs = scope === null ? 'Needs no scope.' : `Needs the scope ${scope}.`
  const region = pin === 'required' ? ' With a store-wide token it answers for one region: --region.' : ''
  return `${needs}${region}${endpoint.rows === undefined ? '' : rowsText(endpoint)}`
}

/** What a row of a bulk write holds, a line a field. */
function rowsText({ body }: EndpointFacts): string {
  const fields = rowFieldsOf(body)
  const lines = fields.map(({ name, type, isRequired, about }) => {
    const words = `${name} (${type}${isRequired ? ', required' : ''})`
    return type === 'list' ? words : `${words}: ${about}`
  })
  return `\n\nThe body is {"items": [row, ...]}, or a list of rows. A row has:\n${lines.join('\n')}`
}
