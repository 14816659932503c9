import { inArray } from 'drizzle-orm'
import type { Source } from '#db/types.ts'
import { emailKey } from '#shared/email-key.ts'

/** Each message with the customer who has its address, if one has: nobody has shown that they wrote it. */
export async function withCustomers<Message extends { email: string }>(
  { read, t: { users: u } }: Source,
  messages: readonly Message[],
) {
  const keys = messages.map(({ email }) => emailKey(email))
  const found = await read
    .select({ id: u.id, email: u.email, firstName: u.firstName, lastName: u.lastName, key: u.emailKey })
    .from(u)
    .where(inArray(u.emailKey, keys))
  const people = new Map(found.map(({ key, ...person }) => [key, person]))
  return messages.map((message) => ({ ...message, customer: people.get(emailKey(message.email)) ?? null }))
}
