/** What a message may be about; the chosen one stands before its subject. */
export const topics = {
  sales: 'Sales',
  billing: 'Billing',
  technical: 'Technical help',
  account: 'Account',
} as const

export type Topic = keyof typeof topics

export const topicNames = Object.keys(topics) as Topic[]
