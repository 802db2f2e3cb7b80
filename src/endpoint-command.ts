import type { EndpointFacts, ResponseOf } from './catalog/endpoint.ts'
import type { Client } from './client/client.ts'
import { AppCommand, type AppCommandClass } from './command.ts'
import { exampleOf } from './endpoint-command/example.ts'
import { endpointArgs, endpointFlags } from './endpoint-command/flags.ts'
import { assembleInput } from './endpoint-command/input.ts'
import { showResult } from './endpoint-command/show-result.ts'
import { confirmLiveWrite } from './tasks/confirm-live-write.ts'
import { openClient } from './tasks/open-client.ts'
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
 * `--json` prints the platform's body byte for byte; otherwise the view is shown. The platform's `hint` goes to stderr.
 */
export function endpointCommand<E extends EndpointFacts>(
  endpoint: E,
  view: View<ResponseOf<E>>,
  { prepareBody }: EndpointCommandOptions = {},
): AppCommandClass<void> {
  return class extends AppCommand<void> {
    static override summary = endpoint.summary
    static override description = describe(endpoint)
    static override examples = exampleOf(endpoint)
    static override args = endpointArgs(endpoint)
    static override flags = endpointFlags(endpoint)

    async run(): Promise<void> {
      const { args, flags } = await this.parse<Flags, Flags, Flags>(this.ctor)
      const { params, query, body: given } = assembleInput(endpoint, { args, flags, cwd: this.context.cwd })
      const project = await this.project()
      const target = await this.target(project)
      const { store, region, debug } = flags as { store?: string; region?: string; debug?: boolean }
      const wanted = { project, target, store, region, debug: debug === true }
      const { client, close } = await openClient(this.context, wanted)
      try {
        const note = (text: string) => this.note(text)
        const body = prepareBody === undefined ? given : await prepareBody({ client, region, note }, given)
        await confirmLiveWrite(this.context.terminal, { target, endpoint, isAgreed: flags['yes'] === true })
        // The input was checked against the very schemas that its type is made of.
        const input = { params, query, body, region } as Parameters<typeof client.call<E>>[1]
        showResult(this.context.terminal, {
          result: await client.call(endpoint, input),
          view,
          isJson: this.jsonEnabled(),
        })
      } finally {
        close()
      }
    }
  }
}

type Flags = Record<string, unknown>

function describe({ scope, pin }: EndpointFacts): string {
  const needs = scope === null ? 'Needs no scope.' : `Needs the scope ${scope}.`
  return pin === 'required' ? `${needs} With a store-wide token it answers for one region: --region.` : needs
}
