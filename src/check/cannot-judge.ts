/** Thrown by a check that has nothing to judge; the message becomes its `reason`. */
export class CannotJudge extends Error {}
