/** The parts of oclif.manifest.json that completion reads. */
export interface ManifestCommand {
  readonly summary?: string
  readonly hidden?: boolean
  readonly args?: Readonly<Record<string, ManifestArg>>
  readonly flags: Readonly<Record<string, ManifestFlag>>
}

export interface ManifestArg {
  readonly description?: string
  readonly options?: readonly string[]
}

export interface ManifestFlag extends ManifestArg {
  readonly type: 'option' | 'boolean'
  readonly char?: string
  readonly summary?: string
  readonly helpValue?: string
  readonly multiple?: boolean
  readonly allowNo?: boolean
  readonly hidden?: boolean
}
