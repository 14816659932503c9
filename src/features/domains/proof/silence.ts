import { Unanswered } from '../drivers/resolver.ts'

/** Whose fault it is that a question to the DNS got no answer. @throws what was given, when it is something else */
export function faultOf(error: unknown): Unanswered['fault'] {
  if (error instanceof Unanswered) return error.fault
  throw error
}
