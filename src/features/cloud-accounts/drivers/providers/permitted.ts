import { type CloudSnapshot, ProviderRefused } from '../driver.ts'

type Lists = Omit<CloudSnapshot, 'notes'>
type Plan = { [List in keyof Lists]?: { read: () => Promise<Lists[List]>; what: string } }

const none: Lists = { instances: [], storage: [], databases: [], functions: [] }

/**
 * Reads the lists of an account in parallel. A list that the keys may not read is empty and noted, since keys with few
 * rights are good practice; throws when they may read none of them, or on any other failure.
 * @throws ProviderRefused, ProviderUnavailable
 */
export async function listPermitted(plan: Plan): Promise<CloudSnapshot> {
  const lists = Object.entries(plan)
  const refused: ProviderRefused[] = []
  const notes: string[] = []
  const read = await Promise.all(
    lists.map(async ([list, { read, what }]) => {
      const rows = await read().catch((error: unknown) => {
        if (!(error instanceof ProviderRefused) || error.reason !== 'permission') throw error
        refused.push(error)
        notes.push(`These keys may not list ${what}.`)
        return []
      })
      return [list, rows] as const
    }),
  )
  if (refused[0] && refused.length === lists.length) throw refused[0]
  return { ...none, ...Object.fromEntries(read), notes: notes.sort() }
}
