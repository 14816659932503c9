import { readStored, writeStored } from '#web/lib/browser-storage.ts'

const keptUnder = 'ordered-plan'

const kept = (viewerId: string, planId: string): string => `${viewerId} ${planId}`

/** Whether this customer ordered the plan last: going back to its payment dialog must not open it again. */
export const wasJustOrdered = (viewerId: string, planId: string): boolean =>
  readStored(keptUnder) === kept(viewerId, planId)

export const markOrdered = (viewerId: string, planId: string): void =>
  writeStored(keptUnder, kept(viewerId, planId))

/** Clears the mark when the plan is chosen again. */
export const forgetOrdered = (): void => writeStored(keptUnder, null)
