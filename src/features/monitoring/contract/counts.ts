/** What is counted of the answers of a site: all of them, those 4xx, those 5xx, and pages that a person looked at. */
export const answerCounts = ['requests', 'clientErrors', 'serverErrors', 'pageViews'] as const
export type AnswerCounts = Record<(typeof answerCounts)[number], number>

/** What the gateway counts of a site: bytes as they were on visitors' connections, and answers. */
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

/** `total` has grown by `more`. */
export function addCounts(total: Counts, more: Partial<Counts>): void {
  for (const name of countNames) total[name] += more[name] ?? 0
}
