export interface Question {
  readonly message: string
  /** Flag that sets the same value without a terminal (`--name`), for the error without one. */
  readonly flag?: string
}

export interface ConfirmQuestion extends Question {
  readonly default?: boolean
}

export interface InputQuestion extends Question {
  readonly default?: string
  /** Returns `true`, or a sentence that describes the error. */
  readonly check?: (value: string) => true | string
}

export interface SelectQuestion extends Question {
  readonly choices: readonly { readonly value: string; readonly name?: string; readonly about?: string }[]
  readonly default?: string
}

export interface CheckboxQuestion extends Question {
  readonly choices: readonly {
    readonly value: string
    readonly name?: string
    readonly about?: string
    readonly checked?: boolean
  }[]
}

/** Questions to the user. Each raises `usage.missing` without a terminal, and `cli.interrupted` on Ctrl-C. */
export interface Ask {
  confirm(question: ConfirmQuestion): Promise<boolean>
  input(question: InputQuestion): Promise<string>
  /** Returns the `value` of the choice. */
  select(question: SelectQuestion): Promise<string>
  /** Returns the `value`s of all selected choices. */
  checkbox(question: CheckboxQuestion): Promise<string[]>
  /** The input is not echoed. */
  password(question: Question): Promise<string>
}
