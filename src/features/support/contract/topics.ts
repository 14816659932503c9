/** Topics of a message; the chosen one is prefixed to the subject. */
export const topics = {
  sales: 'Sales',
  billing: 'Billing',
  technical: 'Technical help',
  account: 'Account',
} as const

export type Topic = keyof typeof topics

export const topicNames = Object.keys(topics) as Topic[]
