import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { topicNames } from '../../catalog/topics.ts'
import { AppCommand } from '../../cli.ts'
import { AppError } from '../../errors.ts'
import { parseAge } from '../../tasks/duration.ts'
import { planTrigger } from '../../tasks/webhook/plan-trigger.ts'
import { readLoad } from '../../tasks/webhook/read-load.ts'
import { triggerRoute, type TriggerRoute } from '../../tasks/webhook/trigger-route.ts'
import { counted } from '../../views/cells.ts'
import { loadProgress, loadView } from '../../views/webhook/load.ts'
import { answerLine, passedByNote, rejectedLine, tooSlowNote } from '../../views/webhook/trigger.ts'
import { readBodySource } from '../../webhooks/body-source.ts'
import { mustReject } from '../../webhooks/must-reject.ts'
import { sendMany, type Load, type LoadAnswer, type LoadTools } from '../../webhooks/send-many.ts'
import { isTestEventId } from '../../webhooks/test-event-id.ts'
import { isTooSlow } from '../../webhooks/too-slow.ts'
import { triggerKey } from '../../webhooks/trigger-input.ts'
import {
  requireSendable,
  triggerAsCurl,
  triggerEvent,
  type TriggerAnswer,
  type TriggerInput,
} from '../../webhooks/trigger.ts'

type Triggered = TriggerAnswer & Pick<TriggerRoute, 'via'>

type Many = LoadAnswer & Pick<TriggerRoute, 'via' | 'to'>

export default class WebhookTrigger extends AppCommand<Triggered | Many | { readonly curl: string }> {
  static override summary = 'Send a signed event to your app'

  static override description =
    "If `app dev` or `app webhook listen` is running, its gateway forwards the event, so that `app webhook list` and the inspector show it and you can replay it. Otherwise, and with --direct, the event is sent directly to the app on this machine (dev.port and webhooks.path in app.toml). Events with --bad-signature, --age or --duplicate are always sent directly, because the gateway would handle them itself. If the emulator is running, the event contains the store's newest order. The default eventId starts with test:. Exits with 10 if the app rejects the event. With --bad-signature, or an --age above five minutes, the app must reject the event. The command then exits with 10 if the app accepts it."

  static override writes = ['state'] as const

  static override examples = [
    '<%= config.bin %> webhook trigger order.created',
    '<%= config.bin %> webhook trigger order.paid --region tr --set data.status=paid',
    '<%= config.bin %> webhook trigger order.created --bad-signature',
    '<%= config.bin %> webhook trigger order.created --count 500 --rate 50/s --concurrency 20',
    '<%= config.bin %> webhook trigger order.created --print-curl',
  ]

  static override usage = [
    'webhook trigger TOPIC [--to <url>] [--store <code>] [--region <region>] [--body @file|-]',
    '[--set <path=value>...] [--event-id <id>] [--age <time>] [--bad-signature] [--duplicate] [--direct]',
    '[--count <n> [--rate <n/s>] [--concurrency <n>]] [--print-curl] [--json] [--target emulator|live]',
    '[--platform <name>]',
  ].join(' ')

  static override args = {
    topic: Args.string({ required: true, options: [...topicNames], description: 'Event topic.' }),
  }

  static override flags = {
    to: Flags.string({
      summary: "URL of the receiver on this machine. Default: this project's app.",
      helpValue: '<url>',
    }),
    store: Flags.string({ summary: "The event's store, by code or id.", helpValue: '<code>' }),
    region: Flags.string({
      summary: "The event's region, by id, code, country or currency.",
      helpValue: '<region>',
    }),
    body: Flags.string({ summary: 'Send these bytes as the body: @file, or - for stdin.', helpValue: '@file|-' }),
    set: Flags.string({
      summary: 'Set a body field, such as data.status=paid. May be repeated.',
      multiple: true,
      helpValue: '<path=value>',
    }),
    'event-id': Flags.string({
      summary: 'Event id. Default: test:<uuid>, which an app may ignore.',
      helpValue: '<id>',
    }),
    age: Flags.string({ summary: 'Sign the event as if it was sent this long ago, such as 6m.', helpValue: '<time>' }),
    'bad-signature': Flags.boolean({ summary: 'Send an invalid signature, which the app must reject.' }),
    duplicate: Flags.boolean({ summary: 'Send the same event twice. The app must handle it once.' }),
    direct: Flags.boolean({ summary: 'Send directly to the app, without the gateway and the journal.' }),
    count: Flags.integer({
      summary: 'Send this many events, each with its own id, and show responses and speed.',
      min: 1,
      max: 100_000,
      exclusive: ['duplicate', 'event-id', 'print-curl'],
      helpValue: '<n>',
    }),
    rate: Flags.string({
      summary: 'With --count: events per second, such as 50/s. Default: no limit.',
      dependsOn: ['count'],
      helpValue: '<n/s>',
    }),
    concurrency: Flags.integer({
      summary: 'With --count: maximum number of events in flight. Default: 10.',
      min: 1,
      max: 256,
      dependsOn: ['count'],
      helpValue: '<n>',
    }),
    'print-curl': Flags.boolean({ summary: 'Print the request as a curl command without sending it.' }),
  }

  async run(): Promise<Triggered | Many | { readonly curl: string }> {
    const { args, flags } = await this.parse(WebhookTrigger)
    const load = readLoad(flags)
    const project = await this.project()
    const { context } = this
    const key = await triggerKey({ ...context, project, target: () => this.target(project) })
    const route = await triggerRoute(context, project, { ...flags, target: this.targetName })
    const { input, notes } = await planTrigger(
      context,
      { paths: context.paths, project, identity: key.identity, target: () => this.target(project) },
      {
        ...flags,
        topic: args.topic,
        to: route.to,
        isGateway: route.via === 'gateway',
        ageMs: flags.age === undefined ? 0 : parseAge(flags.age),
        body: flags.body === undefined ? undefined : readBodySource(flags.body, context.cwd),
      },
    )
    for (const note of notes) this.note(note)
    const tools = { ...context, key: key.key, appPid: route.appPid }
    if (flags['print-curl']) {
      const curl = triggerAsCurl(tools, input)
      if (!this.jsonEnabled()) this.context.terminal.out(curl)
      return { curl }
    }
    requireSendable(tools, input)
    this.note(route.why)
    if (load !== null) return this.#many({ ...tools, input, load, route })
    const answer = { ...(await triggerEvent(tools, input)), via: route.via }
    const wrong = mustReject(input)
    this.show(wrong === null ? answerLine(answer) : rejectedLine(answer, wrong, this.looks))
    this.#noteIfSlow(Math.max(answer.ms, answer.duplicate?.ms ?? 0))
    if (wrong === null && isTestEventId(answer.eventId)) this.note(passedByNote(args.topic, this.targetName))
    return answer
  }

  #noteIfSlow(ms: number): void {
    if (isTooSlow(ms)) this.note(tooSlowNote(ms))
  }

  async #many({ input, load, route, ...tools }: ManyInput): Promise<Many> {
    const { now } = this.context
    let notedAt = now().getTime()
    let slowest = 0
    const onProgress: LoadTools['onProgress'] = (soFar, slowestMs) => {
      slowest = slowestMs
      if (now().getTime() - notedAt < PROGRESS_MS) return
      notedAt = now().getTime()
      this.note(loadProgress(soFar, load.count))
    }
    const { via, to } = route
    const answer = { ...(await sendMany({ ...tools, onProgress }, input, load)), via, to }
    this.show(loadView(answer, this.looks))
    this.#noteIfSlow(slowest)
    const wrong = mustReject(input)
    if ((wrong === null ? answer.accepted : answer.rejected) === load.count) return answer
    const message = `The app accepted ${answer.accepted} of ${counted(load.count, 'event')}`
    const error =
      wrong === null || answer.accepted === 0
        ? new AppError('webhook.rejected', `${message}.`)
        : new AppError('webhook.wrongly-accepted', `${message} despite ${wrong}.`)
    return this.endWith(answer, error)
  }
}

const PROGRESS_MS = 2000

interface ManyInput extends Omit<LoadTools, 'onProgress'> {
  readonly input: TriggerInput
  readonly load: Load
  readonly route: TriggerRoute
}
