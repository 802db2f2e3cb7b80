export interface Question {
  readonly message: string
  /** How the same value is given without a terminal (`--name`), for the error without one. */
  readonly flag?: string
}

export interface ConfirmQuestion extends Question {
  readonly default?: boolean
}

export interface InputQuestion extends Question {
  readonly default?: string
  /** `true`, or the sentence that says what is wrong. */
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

/** Questions to a person. Each raises `usage.missing` when there is nobody to ask, and `cli.interrupted` on Ctrl-C. */
export interface Ask {
  confirm(question: ConfirmQuestion): Promise<boolean>
  input(question: InputQuestion): Promise<string>
  /** Returns the `value` of the choice. */
  select(question: SelectQuestion): Promise<string>
  /** Returns the `value`s of all choices that are ticked. */
  checkbox(question: CheckboxQuestion): Promise<string[]>
  /** Never shown while it is typed. */
  password(question: Question): Promise<string>
}
