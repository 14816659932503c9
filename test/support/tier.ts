/** Whether everything runs (`bun run test all`), not only the short run before a merge. */
export const isWholeRun = process.env.TEST_TIER === 'all'

/** The repetitions of a campaign: enough to find plain faults in the short run, and chance ones in the whole run. */
export const inTier = <T>({ short, all }: { short: T; all: T }): T => (isWholeRun ? all : short)
