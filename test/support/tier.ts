/** Whether everything is run (`bun run test all`) and not the short run that lands a change. */
export const isWholeRun = process.env.TEST_TIER === 'all'

/** How often a campaign repeats: enough to find what is broken in the short run, what chance has to find in the whole one. */
export const inTier = <T>({ short, all }: { short: T; all: T }): T => (isWholeRun ? all : short)
