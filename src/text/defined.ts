/** The same object type, in which a key that could be undefined is optional. */
type Defined<Given> = {
  [Key in keyof Given as undefined extends Given[Key] ? never : Key]: Given[Key]
} & {
  [Key in keyof Given as undefined extends Given[Key] ? Key : never]?: Exclude<Given[Key], undefined>
}

/** Removes the keys whose value is undefined: `exactOptionalPropertyTypes` distinguishes a missing key from `undefined`. */
export function defined<Given extends object>(given: Given): Defined<Given> {
  // Object.entries loses the types; the result has the given entries without undefined.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<Given>
}
