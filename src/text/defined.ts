/** The same object type, where a key that could be undefined may be left out instead. */
type Defined<Given> = {
  [Key in keyof Given as undefined extends Given[Key] ? never : Key]: Given[Key]
} & {
  [Key in keyof Given as undefined extends Given[Key] ? Key : never]?: Exclude<Given[Key], undefined>
}

/** The keys of `given` whose value is not undefined: `exactOptionalPropertyTypes` tells "left out" from "undefined". */
export function defined<Given extends object>(given: Given): Defined<Given> {
  // Object.entries loses the types; the given entries without undefined remain.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<Given>
}
