import { keep, readKept } from '#web/lib/kept.ts'

const keptUnder = 'ordered-plan'

const kept = (viewerId: string, planId: string): string => `${viewerId} ${planId}`

/** Whether this customer ordered the plan last: going back to the address of its payment dialog must not open that again. */
export const wasJustOrdered = (viewerId: string, planId: string): boolean =>
  readKept(keptUnder) === kept(viewerId, planId)

export const noteOrdered = (viewerId: string, planId: string): void => keep(keptUnder, kept(viewerId, planId))

/** The plan is chosen anew. */
export const forgetOrdered = (): void => keep(keptUnder, null)
