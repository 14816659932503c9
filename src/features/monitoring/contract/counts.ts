/** Response counters of a site: all, 4xx, 5xx, and page views by people. */
export const answerCounts = ['requests', 'clientErrors', 'serverErrors', 'pageViews'] as const
export type AnswerCounts = Record<(typeof answerCounts)[number], number>

/** Gateway counters of a site: bytes on visitors' connections, and responses. */
export const countNames = ['bytesIn', 'bytesOut', ...answerCounts] as const
export type Counts = Record<(typeof countNames)[number], number>

export const noCounts: Readonly<Counts> = {
  bytesIn: 0,
  bytesOut: 0,
  requests: 0,
  clientErrors: 0,
  serverErrors: 0,
  pageViews: 0,
}

/** Adds `more` to `total`. */
export function addCounts(total: Counts, more: Partial<Counts>): void {
  for (const name of countNames) total[name] += more[name] ?? 0
}
