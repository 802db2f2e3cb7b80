import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { topicNames } from '../../catalog/topics.ts'
import { AppCommand } from '../../command.ts'
import { AppError } from '../../errors.ts'
import { parseAge } from '../../tasks/duration.ts'
import { planTrigger } from '../../tasks/webhook/plan-trigger.ts'
import { readLoad } from '../../tasks/webhook/read-load.ts'
import { triggerWay, type TriggerWay } from '../../tasks/webhook/trigger-way.ts'
import { loadProgress, loadView } from '../../views/webhook/load.ts'
import { answerLine, passedByNote, rejectedLine, tooSlowNote } from '../../views/webhook/trigger.ts'
import { readBodySource } from '../../webhooks/body-source.ts'
import { mustReject } from '../../webhooks/must-refuse.ts'
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

type Triggered = TriggerAnswer & Pick<TriggerWay, 'via'>

type Many = LoadAnswer & Pick<TriggerWay, 'via' | 'to'>

export default class WebhookTrigger extends AppCommand<Triggered | Many | { readonly curl: string }> {
  static override summary = 'Send one event to your app: real envelope, real headers, real signature.'

  static override description =
    'Where `app dev` or `app webhook listen` runs, it goes through their gateway, so that it appears in `app webhook list` and in the inspector, and can be replayed. Otherwise, and with --direct, straight to the app on this machine (dev.port and webhooks.path of app.toml). --bad-signature, --age and --duplicate always go straight to the app, because the gateway answers those by itself. Where the emulator runs, the event names the newest order of the store; its eventId starts with test:. An app that rejects the event ends it with 10. With --bad-signature or an --age above five minutes, the rejection is the expected result, and an app that accepts the event ends it with 10.'

  static override writes = ['state'] as const

  static override examples = [
    '<%= config.bin %> webhook trigger order.created',
    '<%= config.bin %> webhook trigger order.paid --region tr --set data.status=paid',
    '<%= config.bin %> webhook trigger order.created --bad-signature',
    '<%= config.bin %> webhook trigger order.created --count 500 --rate 50/s --concurrency 20',
    '<%= config.bin %> webhook trigger order.created --print-curl',
  ]

  static override usage =
    'webhook trigger TOPIC [--to <url>] [--store <code>] [--region <region>] [--body @file|-] [--set <path=value>...] [--event-id <id>] [--age <time>] [--bad-signature] [--duplicate] [--direct] [--count <n> [--rate <n/s>] [--concurrency <n>]] [--print-curl] [--json] [--target emulator|live] [--platform <name>]'

  static override args = {
    topic: Args.string({ required: true, options: [...topicNames], description: 'Topic of the event.' }),
  }

  static override flags = {
    to: Flags.string({
      summary: 'Address of the receiver, on this machine. Default: the app of this project.',
      helpValue: '<url>',
    }),
    store: Flags.string({ summary: 'Store that the event comes from: code or id.', helpValue: '<code>' }),
    region: Flags.string({
      summary: 'Region that the event comes from: id, code, country or currency.',
      helpValue: '<region>',
    }),
    body: Flags.string({ summary: 'Send these bytes as body: @file, or - for stdin.', helpValue: '@file|-' }),
    set: Flags.string({
      summary: 'Set a field of the body, such as data.status=paid. May be repeated.',
      multiple: true,
      helpValue: '<path=value>',
    }),
    'event-id': Flags.string({
      summary: 'eventId of the event; test:<uuid> when left out, which an app may ignore.',
      helpValue: '<id>',
    }),
    age: Flags.string({ summary: 'Sign it as if it had been sent this long ago, such as 6m.', helpValue: '<time>' }),
    'bad-signature': Flags.boolean({ summary: 'Send a wrong signature, which the app must reject.' }),
    duplicate: Flags.boolean({ summary: 'Send the same event twice, which the app must handle once.' }),
    direct: Flags.boolean({ summary: 'Send it straight to the app, past the gateway: the journal does not get it.' }),
    count: Flags.integer({
      summary: 'Send so many, each with its own id, and show how and how fast they were answered.',
      min: 1,
      max: 100_000,
      exclusive: ['duplicate', 'event-id', 'print-curl'],
      helpValue: '<n>',
    }),
    rate: Flags.string({
      summary: 'With --count: so many a second, such as 50/s; as many as come through when left out.',
      dependsOn: ['count'],
      helpValue: '<n/s>',
    }),
    concurrency: Flags.integer({
      summary: 'With --count: at most so many wait for an answer at the same time. 10 when left out.',
      min: 1,
      max: 256,
      dependsOn: ['count'],
      helpValue: '<n>',
    }),
    'print-curl': Flags.boolean({ summary: 'Send nothing; print the request as a curl command.' }),
  }

  async run(): Promise<Triggered | Many | { readonly curl: string }> {
    const { args, flags } = await this.parse(WebhookTrigger)
    const load = readLoad(flags)
    const project = await this.project()
    const { context } = this
    const key = await triggerKey({ ...context, project, target: () => this.target(project) })
    const way = await triggerWay(context, project, { ...flags, target: this.targetName })
    const { input, notes } = await planTrigger(
      context,
      { paths: context.paths, project, identity: key.identity, target: () => this.target(project) },
      {
        ...flags,
        topic: args.topic,
        to: way.to,
        isGateway: way.via === 'gateway',
        ageMs: flags.age === undefined ? 0 : parseAge(flags.age),
        body: flags.body === undefined ? undefined : readBodySource(flags.body, context.cwd),
      },
    )
    for (const note of notes) this.note(note)
    const tools = { ...context, key: key.key, appPid: way.appPid }
    if (flags['print-curl']) {
      const curl = triggerAsCurl(tools, input)
      if (!this.jsonEnabled()) this.context.terminal.out(curl)
      return { curl }
    }
    requireSendable(tools, input)
    this.note(way.why)
    if (load !== null) return this.#many({ ...tools, input, load, way })
    const answer = { ...(await triggerEvent(tools, input)), via: way.via }
    const wrong = mustReject(input)
    this.show(wrong === null ? answerLine(answer) : rejectedLine(answer, wrong, this.looks))
    this.#noteIfSlow(Math.max(answer.ms, answer.duplicate?.ms ?? 0))
    if (wrong === null && isTestEventId(answer.eventId)) this.note(passedByNote(args.topic, this.targetName))
    return answer
  }

  #noteIfSlow(ms: number): void {
    if (isTooSlow(ms)) this.note(tooSlowNote(ms))
  }

  async #many({ input, load, way, ...tools }: ManyInput): Promise<Many> {
    const { now } = this.context
    let notedAt = now().getTime()
    let slowest = 0
    const onProgress: LoadTools['onProgress'] = (soFar, slowestMs) => {
      slowest = slowestMs
      if (now().getTime() - notedAt < PROGRESS_MS) return
      notedAt = now().getTime()
      this.note(loadProgress(soFar, load.count))
    }
    const { via, to } = way
    const answer = { ...(await sendMany({ ...tools, onProgress }, input, load)), via, to }
    this.show(loadView(answer, this.looks))
    this.#noteIfSlow(slowest)
    const wrong = mustReject(input)
    if ((wrong === null ? answer.accepted : answer.rejected) === load.count) return answer
    const message = `The app accepted ${answer.accepted} of ${load.count} events`
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
  readonly way: TriggerWay
}
