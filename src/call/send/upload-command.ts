import { resolve } from 'node:path'

import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import type { EndpointFacts, ResponseOf, UploadFacts } from '../../catalog/endpoint.ts'
import { limits } from '../../catalog/limits.ts'
import type { CallInput } from '../../client/client.ts'
import { readUpload } from '../../client/upload/upload.ts'
import { AppCommand, type AppCommandClass } from '../../command.ts'
import { debugFlag, installFlags, yesFlag } from '../../command/flags.ts'
import { confirmLiveWrite } from '../../tasks/call/confirm-live-write.ts'
import { openClient } from '../../tasks/call/open-client.ts'
import type { View } from '../../views/view.ts'
import { isBeyondPlain } from '../input/beyond-plain.ts'
import { outputFlags, sendFlags } from '../input/call-flags.ts'
import { exampleOf } from '../input/example.ts'
import { showResult } from '../show/show-result.ts'

type UploadEndpoint = EndpointFacts & { readonly upload: UploadFacts }

/**
 * An endpoint that takes a file, and a view, as a command: the file is an argument and is looked at before anything is sent. Its hash goes along, so that a
 * repeat stores nothing twice and a lost answer may be asked for again; `--no-hash` leaves it out.
 */
export function uploadCommand<E extends UploadEndpoint>(endpoint: E, view: View<ResponseOf<E>>): AppCommandClass<void> {
  return class extends AppCommand<void> {
    static override summary = endpoint.summary
    static override description = `Needs the scope ${endpoint.scope}. At most ${limits.uploadMaxBytes} bytes; types: ${endpoint.upload.types.join(', ')}.`
    static override examples = exampleOf(endpoint)
    static override args = { file: Args.string({ required: true, description: endpoint.upload.about }) }
    static override flags = {
      ...outputFlags,
      ...sendFlags,
      ...yesFlag,
      ...installFlags,
      ...debugFlag,
      'no-hash': Flags.boolean({
        summary: 'Send no hash: another file is stored each time, and the call is never repeated by itself.',
      }),
    }

    async run(): Promise<void> {
      const { args, flags } = await this.parse<Given, Given, Given>(this.ctor)
      const path = resolve(this.context.cwd, String(args['file']))
      const { form, fileHash, size, type } = await readUpload(endpoint.upload, path)
      if (size > limits.uploadWarnBytes) this.note(largeNote(size))
      const project = await this.project()
      const target = await this.target(project)
      const query = flags['no-hash'] === true ? {} : { fileHash }
      // Every endpoint that takes a file has this one query value.
      const inputOf = (pin: string | undefined) => ({ query, body: form, region: pin }) as CallInput<E>
      if (isBeyondPlain(flags, { isPaged: false })) {
        const [{ runPendingCall }, { callOptionsOf }] = await Promise.all([
          import('./run-pending-call.ts'),
          import('../input/call-options.ts'),
        ])
        return runPendingCall({
          context: this.context,
          flags,
          project,
          target,
          options: callOptionsOf(flags, { isJson: this.jsonEnabled() }),
          facts: { ...endpoint, known: endpoint },
          // A view gets the answers of its own endpoint only.
          view: view as View<unknown>,
          input: { params: {}, query, body: undefined },
          file: { field: endpoint.upload.field, path, type, size },
          send: (client, sent) => client.call(endpoint, inputOf(sent.region)),
          prepare: async (client, sent) => client.prepare(endpoint, inputOf(sent.region)),
        })
      }
      const { store, region, debug } = flags as { store?: string; region?: string; debug?: boolean }
      const wanted = { project, target, store, region, debug: debug === true }
      const { client, close } = await openClient(this.context, wanted)
      try {
        await confirmLiveWrite(this.context.terminal, { target, endpoint, isAgreed: flags['yes'] === true })
        const result = await client.call(endpoint, inputOf(region))
        showResult(this.context.terminal, {
          result,
          view,
          response: endpoint.response,
          isJson: this.jsonEnabled(),
          screen: this.screen,
        })
      } finally {
        close()
      }
    }
  }
}

type Given = Record<string, unknown>

function largeNote(size: number): string {
  return `The file has ${size} bytes. The documented limit is 8 MB, and a platform that counts ${limits.uploadWarnBytes} bytes would refuse it.`
}
